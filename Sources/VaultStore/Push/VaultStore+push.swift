import Cryptography
public import Primitives
import SQL

extension VaultStore {
    /// Applies operations in their order in one transaction. A retry of an operation is not applied again.
    ///
    /// - Parameters:
    ///   - isAtomic: if true, either all operations apply or none; the log then records nothing of an abandoned push.
    ///   - cursor: the cursor that the device presents. A pull must be able to continue from it.
    ///   - seq: if it is not nil, the push is applied only if this is the account's sequence number.
    ///   - checkAuthorization: runs immediately before the commit. If it throws, nothing changes and the error is
    ///     rethrown.
    /// - Throws: ``VaultStoreFault/resyncRequired(_:)``, ``VaultStoreFault/purged``, ``VaultStoreFault/changed``,
    ///   ``VaultStoreFault/tooManyOperations(remaining:)``,
    ///   ``VaultStoreFault/tooManyBackendOperations(remaining:)``, ``VaultStoreFault/keyMissing(_:)``,
    ///   ``VaultStoreFault/keyUnreadable(_:)``.
    public func push(
        _ ops: [SecretOp], to account: AccountID, by device: DeviceID, at now: Instant, isAtomic: Bool = false,
        from cursor: PullCursor? = nil, ifAt seq: Int64? = nil,
        checkAuthorization: @Sendable @escaping () throws -> Void = {}
    ) async throws -> PushResult {
        try await inCurrentEpoch(of: account, at: now) {
            let epoch: EpochID = random.id()
            let (result, keys) = try await database.write(group: account.bytes) { transaction in
                let push = PushTransaction(
                    store: self, account: account, device: device, now: now, isAtomic: isAtomic, cursor: cursor,
                    expectedSeq: seq, transaction: transaction)
                let (result, keys) = try push.run(ops, newEpoch: epoch)
                try checkAuthorization()
                return (result, keys)
            }
            cache.insert(keys)
            let pushed = try result.get()
            meter.add(pushed.addedBytes)
            return pushed
        }
    }
}
