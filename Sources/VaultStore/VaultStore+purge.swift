import FaultInjection
public import Primitives
import SQL

extension VaultStore {
    /// Erases an account for good, also one that was never seen: a late first push cannot bring it to life.
    ///
    /// The data keys go in the transaction that closes the account, so what remains for a moment is unreadable; it is
    /// closed first, because a push under way, also a first one, may yet bring a key. Then the rows go, in chunks, so that
    /// no other writer waits long. Asking again finishes what was interrupted.
    /// - Parameter truncateLog: run at the end; what lets go of old pages in the embedded engine's log.
    /// - Returns: how many secrets were erased now, tombstones included.
    @discardableResult
    public func purge(
        _ account: AccountID, truncateLog: @Sendable () async throws -> Void = {}
    ) async throws -> Int {
        let (epoch, now) = (random.id() as EpochID, clock.now)
        try await database.write { transaction in
            try transaction.run(HeadTable.purge(account, epoch: epoch, now: now))
            try transaction.run(DEKTable.destroy(account))
        }
        cache.drop(account)
        FailPoint.reached("after-shred")
        var items = 0
        while case let erased = try await run(ItemTable.erase(account, limit: 500), of: account), erased > 0 {
            items += erased
        }
        while try await run(VersionTable.erase(account, limit: 50), of: account) > 0 {}
        while try await run(OpTable.erase(account, limit: 500), of: account) > 0 {}
        try await database.write { transaction in
            try transaction.run(DeviceTable.erase(account))
            try transaction.run(EpochTable.erase(account))
        }
        try await truncateLog()
        return items
    }

    /// Runs one chunk in a transaction of its own; how many rows it erased. Under the head's lock, so that 0 means there
    /// is nothing left, and not that another purge is at the same rows.
    private func run(_ chunk: Statement, of account: AccountID) async throws -> Int {
        try await database.write { transaction in
            _ = try HeadTable.lock(account, in: transaction)
            try transaction.run(chunk)
            return transaction.changes
        }
    }
}
