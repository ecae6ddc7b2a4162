public import Primitives
import SQL

extension VaultStore {
    /// Derives the operation id of a single-operation method: equal for the same `requestId`, method, account and
    /// device.
    public func operationID(
        for request: RequestID, method: String, of account: AccountID, by device: DeviceID
    ) -> OperationID {
        derivedID(from: request, method, account, device)
    }

    /// Derives the id of a secret for which the caller chose none. A repeated request derives the same id.
    public func secretID(
        for request: RequestID, method: String, of account: AccountID, by device: DeviceID
    ) -> SecretID {
        derivedID(from: request, method + " id", account, device)
    }

    /// Records the id (`jti`) of an assertion by which auth opened a session with the vault.
    ///
    /// - Returns: false if this or another instance recorded the same id before, which means a replay.
    public func recordAssertion(_ jti: String, until expires: Instant, at now: Instant) async throws -> Bool {
        try await database.write { transaction in
            try transaction.run(AssertionTable.deleteExpired(now))
            try transaction.run(AssertionTable.insert(jti, until: expires))
            return transaction.changes == 1
        }
    }

    private func derivedID<ID: Identifier>(
        from request: RequestID, _ method: String, _ account: AccountID, _ device: DeviceID
    ) -> ID {
        let bytes = KeyedHash.requestID(request, method.bytes, account.bytes, device.bytes, key: keys.request)
        guard let id = ID(bytes: bytes) else { preconditionFailure("an identifier has 16 bytes") }
        return id
    }
}
