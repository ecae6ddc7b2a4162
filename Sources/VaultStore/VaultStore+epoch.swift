public import Primitives
import SQL

extension VaultStore {
    /// Begins a new epoch for one account, as after a restore: its numbers jump by 2^32, so no rev of the lost timeline
    /// is ever given again, and devices are told by name to resync.
    /// - Throws: ``VaultStoreFault/purged``.
    @discardableResult
    public func beginEpoch(of account: AccountID) async throws -> HeadRow {
        let (epoch, first, now) = (random.id() as EpochID, random.id() as EpochID, clock.now)
        return try await database.write { transaction in
            let head = try Self.lock(account, epoch: first, now: now, in: transaction)
            try transaction.batch([
                EpochTable.end(head.epoch, of: account, at: head.seq, next: epoch, now: now),
                HeadTable.begin(epoch, of: account, after: head),
            ])
            return try HeadTable.lock(account, in: transaction) ?? head
        }
    }

    /// Begins a new epoch for every account, one after the other, before a restored database is served.
    public func beginEpochs() async throws {
        var last: AccountID?
        while true {
            let after = last
            let accounts = try await database.read { try HeadTable.accounts(after: after, limit: 500, in: $0) }
            guard !accounts.isEmpty else { return }
            for account in accounts {
                do { try await beginEpoch(of: account) } catch VaultStoreFault.purged { continue }
            }
            last = accounts.last
        }
    }
}
