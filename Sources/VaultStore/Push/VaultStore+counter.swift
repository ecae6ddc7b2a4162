public import Primitives
import SQL

extension VaultStore {
    /// Takes the next counter of a counter-based item, in one transaction under the lock of the account's head, so that
    /// no two requests take the same one. The code may be shown once this has returned: the increased counter is
    /// committed then. If the process ends before, the counter is lost and never given again.
    ///
    /// It counts as one operation of a push, and is refused at the same limits.
    /// - Parameters:
    ///   - origin: who asks for the code.
    ///   - opID: the operation's id, the same in every retry. A retry has the counter of the first attempt.
    ///   - checkAuthorization: as in ``push(_:to:by:at:isAtomic:from:ifAt:checkAuthorization:)``.
    ///   - use: reads the counter from a body; nil if the body has none.
    /// - Throws: as ``push(_:to:by:at:isAtomic:from:ifAt:checkAuthorization:)``.
    public func takeCounter(
        of id: SecretID, opID: OperationID, of account: AccountID, by device: DeviceID,
        from origin: OperationOrigin = .device, at now: Instant,
        checkAuthorization: @Sendable @escaping () throws -> Void = {},
        _ use: @Sendable @escaping (StoredSecret) -> CounterUse?
    ) async throws -> CounterResult {
        try await inCurrentEpoch(of: account, at: now) {
            let epoch: EpochID = random.id()
            let (result, keys) = try await database.write(group: account.bytes) { transaction in
                let push = PushTransaction(
                    store: self, account: account, device: device, now: now, isAtomic: false, cursor: nil,
                    expectedSeq: nil,
                    transaction: transaction)
                let taken = try push.takeCounter(of: id, opID: opID, from: origin, newEpoch: epoch, use)
                try checkAuthorization()
                return taken
            }
            cache.insert(keys)
            return try result.get()
        }
    }
}
