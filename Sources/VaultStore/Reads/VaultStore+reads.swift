import Audit
import Domain
public import Primitives
import SQL

extension VaultStore {
    /// The highest number of hours in one transaction.
    public static var readsPerWrite: Int { 100 }

    /// The time that an hour is kept after its end, for the counts that other instances have not yet written.
    private static let margin = Duration.minutes(5)

    /// Adds to the counts of the secrets that devices have read, in one transaction. What a purged account has read
    /// becomes rows of the audit log at once.
    ///
    /// The heads are locked in the order of the accounts, so that no account is purged between the check of its state
    /// and the insertion.
    /// - Parameter reads: at most ``readsPerWrite``, so that no other writer waits long.
    public func addReads(_ reads: [DeviceHour: Int64]) async throws {
        try await change { transaction in
            let live = try lockLive(Set(reads.keys.map(\.account)), in: transaction)
            let sorted = reads.sorted { $0.key < $1.key }
            try transaction.batch(
                sorted.filter { live.contains($0.key.account) }.map { ReadTable.add($0.value, in: $0.key) })
            for (hour, count) in sorted where !live.contains(hour.account) {
                try transaction.audit(AuditEntry(hour, count, at: hour.start))
            }
        }
    }

    /// Turns the counts of hours that are over into rows of the audit log, in one transaction for each table. An hour that
    /// lies ahead was begun by a wrong clock, and is over at once.
    ///
    /// - Returns: the number of rows; 0 if no hour is over.
    public func endReads(at now: Instant, limit: Int = 500) async throws -> Int {
        let before = now - .hours(1) - Self.margin, after = now + .hours(1)
        var ended = 0
        for table in ReadTable.allCases {
            guard try await !database.select(table.selectEnded(before: before, after: after)).isEmpty else { continue }
            ended += try await change { transaction in
                let rows = try transaction.run(table.deleteEnded(before: before, after: after, limit: limit))
                for row in rows {
                    let (hour, count) = try table.read(row)
                    try transaction.audit(AuditEntry(hour, count, at: min(hour.start, now)))
                }
                return rows.count
            }
        }
        return ended
    }

    /// Deletes the counts of an account, which become rows of the audit log.
    func endReads(of account: AccountID, at now: Instant, in transaction: any Transaction) throws {
        for table in ReadTable.allCases {
            for row in try transaction.run(table.delete(account)) {
                let (hour, count) = try table.read(row)
                try transaction.audit(AuditEntry(hour, count, at: min(hour.start, now)))
            }
        }
    }

    /// Locks the heads of accounts in the order of the accounts, and returns the live ones.
    func lockLive(_ accounts: Set<AccountID>, in transaction: any Transaction) throws -> Set<AccountID> {
        let sorted = accounts.sorted(), heads = try transaction.batch(sorted.map { HeadTable.lock($0) })
        return try Set(zip(sorted, heads).filter { try $1.first.map(HeadRow.init)?.state == .live }.map(\.0))
    }
}

extension AuditEntry {
    /// The secrets that a device or a backend has read in an hour.
    fileprivate init(_ hour: DeviceHour, _ count: Int64, at time: Instant) {
        if let backend = hour.backend {
            self.init(readBy: backend, account: hour.account, device: hour.device, count: count, at: time)
            return
        }
        self.init(
            .secretRead, AuditDetail.pulled, account: hour.account, device: hour.device, count: count, at: time)
    }
}
