public import Primitives
import SQL

extension VaultStore {
    /// The operation a simple call stands for: the same for the same `requestId`, method, account and device.
    public func operation(
        for request: RequestID, method: String, of account: AccountID, by device: DeviceID
    ) -> OperationID {
        name(of: request, method, account, device)
    }

    /// The id of a secret whose maker chose none: the same when the request is repeated.
    public func secret(
        for request: RequestID, method: String, of account: AccountID, by device: DeviceID
    ) -> SecretID {
        name(of: request, method + " id", account, device)
    }

    /// Whether an introduction by the other service is shown for the first time, to any instance.
    public func takeIntroduction(_ jti: String, until expires: Instant) async throws -> Bool {
        let now = clock.now
        return try await database.write { transaction in
            try transaction.run(IntroductionTable.sweep(now))
            try transaction.run(IntroductionTable.take(jti, until: expires))
            return transaction.changes == 1
        }
    }

    private func name<T: Identifier>(
        of request: RequestID, _ method: String, _ account: AccountID, _ device: DeviceID
    ) -> T {
        let bytes = KeyedHash.name(of: request, method.bytes, account.bytes, device.bytes, key: keys.request)
        guard let id = T(bytes: bytes) else { preconditionFailure("an identifier has 16 bytes") }
        return id
    }
}
