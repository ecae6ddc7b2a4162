public import Primitives
import SQL

extension VaultStore {
    /// Counts one operation of the hour for a call, besides the operations that the call sends.
    ///
    /// - Parameter checkAuthorization: runs immediately before the commit. If it throws, nothing is counted.
    /// - Throws: ``VaultStoreFault/purged``, ``VaultStoreFault/tooManyOperations(remaining:)``.
    public func countOperation(
        of account: AccountID, at now: Instant, checkAuthorization: @Sendable @escaping () throws -> Void = {}
    ) async throws {
        try await inCurrentEpoch(of: account, at: now) {
            let epoch: EpochID = random.id()
            let counted: Result<Void, VaultStoreFault> = try await database.write(group: account.bytes) {
                transaction in
                let before = try HeadRow.lock(account, newEpoch: epoch, now: now, in: transaction)
                var head = try before.checkedCurrent(in: try Generations.number(in: transaction))
                let refusal = head.count(1, at: now, limits)
                try transaction.run(HeadTable.update(account, to: head))
                try checkAuthorization()
                return refusal.map { .failure($0) } ?? .success(())
            }
            try counted.get()
        }
    }
}

extension HeadRow {
    /// Counts operations of the current hour. Those of backends have an hour of their own, so that neither they nor the devices
    /// use up what the others may send.
    ///
    /// - Returns: the refusal if they are too many; nil if they are not. They are counted in both cases.
    mutating func count(
        _ operations: Int, areOfBackend: Bool = false, at now: Instant, _ limits: StoreLimits
    ) -> VaultStoreFault? {
        if areOfBackend {
            backendRate.add(operations, at: now)
            return backendRate.count > limits.backendOperationsPerHour
                ? .tooManyBackendOperations(remaining: backendRate.remaining(at: now)) : nil
        }
        rate.add(operations, at: now)
        return rate.count > limits.operationsPerHour ? .tooManyOperations(remaining: rate.remaining(at: now)) : nil
    }
}
