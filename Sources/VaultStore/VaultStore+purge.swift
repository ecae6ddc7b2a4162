public import Audit
import Domain
import FaultInjection
public import Primitives
import SQL

extension VaultStore {
    /// Erases everything an account has stored and marks it as purged for good.
    ///
    /// An account that never stored anything is marked too, so that a late first push cannot revive it. The first
    /// transaction marks the account, which keeps a concurrent push from adding a data key, and deletes its data keys,
    /// which makes the remaining bodies undecryptable at once. The other rows are deleted in chunks afterwards, so that
    /// no other writer waits long. A repeated call, or ``completePurges(limit:truncateWriteAheadLog:)``, completes an
    /// interrupted one.
    ///
    /// The purge leaves a row in the audit log, and what the account's devices have read in this hour leaves its rows
    /// too.
    ///
    /// - Parameters:
    ///   - actor: the party that the audit log names.
    ///   - truncateWriteAheadLog: erases purged pages from SQLite's write-ahead log; it runs before the purge is
    ///     recorded as complete, and once more after that.
    /// - Returns: the number of secrets, tombstones included, that this call deleted.
    @discardableResult
    public func purge(
        _ account: AccountID, by actor: AuditActor = .service, at now: Instant,
        truncateWriteAheadLog: @Sendable () async throws -> Void
    ) async throws -> Int {
        let epoch: EpochID = random.id()
        try await change(by: actor) { transaction in
            // The head is inserted before it is locked, so that of two purges at the same time one leaves the row.
            try transaction.run(HeadTable.insertIfAbsent(account, epoch: epoch, now: now))
            let isLive = try !lockLive([account], in: transaction).isEmpty
            try transaction.batch([
                HeadTable.markPurged(account, newEpoch: epoch, now: now), DEKTable.delete(account),
            ])
            guard isLive else { return }
            try endReads(of: account, at: now, in: transaction)
            try transaction.audit(AuditEntry(.purge, AuditDetail.vaultErased, account: account, at: now))
        }
        cache.removeKeys(of: account)
        FailPoint.reached("after-shred")
        return try await deleteRows(of: account, truncateWriteAheadLog)
    }

    /// Completes the purges that a fault or the end of a process has interrupted.
    ///
    /// Auth repeats a purge until it is acknowledged, but it does not after its database was replaced by a copy that is
    /// older than the account.
    /// - Parameters:
    ///   - limit: the most purges that one call completes.
    ///   - truncateWriteAheadLog: as in ``purge(_:by:at:truncateWriteAheadLog:)``.
    /// - Returns: the number of accounts that were completed.
    public func completePurges(
        limit: Int = 100, truncateWriteAheadLog: @Sendable () async throws -> Void
    ) async throws -> Int {
        let accounts: [AccountID] = try await database.select(HeadTable.selectIncompletePurges(limit: limit)).map {
            try $0.identifier(0)
        }
        for account in accounts { _ = try await deleteRows(of: account, truncateWriteAheadLog) }
        return accounts.count
    }

    /// Deletes what a purged account still has, and records that nothing is left.
    ///
    /// - Returns: the number of deleted secrets, tombstones included.
    private func deleteRows(
        of account: AccountID, _ truncateWriteAheadLog: @Sendable () async throws -> Void
    ) async throws -> Int {
        let items = try await deleteChunks(ItemTable.delete(account, limit: 500), of: account)
        _ = try await deleteChunks(VersionTable.delete(account, limit: 50), of: account)
        _ = try await deleteChunks(OpTable.delete(account, limit: 500), of: account)
        _ = try await database.write { transaction in
            try transaction.batch([
                DeviceTable.delete(account), EpochTable.delete(account), SweepTable.delete(account),
                AccountKeyWrapTable.delete(account),
            ])
        }
        // Only a purge whose pages are gone from the log is recorded as complete. The record is a page of the log
        // again.
        try await truncateWriteAheadLog()
        _ = try await database.write { try $0.run(HeadTable.markPurgeComplete(of: account)) }
        try await truncateWriteAheadLog()
        return items
    }

    /// Repeats a `DELETE` with a limit, each time in a transaction of its own, until it finds no more rows.
    ///
    /// Each transaction first takes the head's lock. Without it two concurrent purges could choose the same rows: one
    /// of them would delete 0 rows and stop although others remain.
    /// - Returns: the number of deleted rows.
    private func deleteChunks(_ chunk: Statement, of account: AccountID) async throws -> Int {
        var total = 0
        while true {
            let deleted = try await database.write { transaction in
                try transaction.run(HeadTable.lock(account))
                try transaction.run(chunk)
                return transaction.changes
            }
            guard deleted > 0 else { return total }
            total += deleted
        }
    }
}
