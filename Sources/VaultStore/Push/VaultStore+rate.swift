public import Primitives
import SQL

extension VaultStore {
    /// Counts one operation of the hour for a call that changes nothing and costs as much as one.
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
                head.rate.add(1, at: now)
                try transaction.run(HeadTable.update(account, to: head))
                try checkAuthorization()
                guard head.rate.count <= limits.operationsPerHour else {
                    return .failure(.tooManyOperations(remaining: head.rate.remaining(at: now)))
                }
                return .success(())
            }
            try counted.get()
        }
    }
}
