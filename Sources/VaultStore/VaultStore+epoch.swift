public import Primitives
import SQL

extension VaultStore {
    /// Begins a new epoch for one account, as after a restore of the database.
    ///
    /// Sequence numbers jump by 2^32, so that no rev that was lost in the restore is ever assigned again. Devices with
    /// a cursor of the old epoch are told to resync.
    /// - Throws: ``VaultStoreFault/purged``.
    @discardableResult
    public func beginEpoch(of account: AccountID, at now: Instant) async throws -> HeadRow {
        let (epoch, firstEpoch) = (random.id() as EpochID, random.id() as EpochID)
        return try await database.write { transaction in
            let head = try HeadRow.lock(account, newEpoch: firstEpoch, now: now, in: transaction)
            try transaction.batch([
                EpochTable.insert(head.epoch, of: account, endedAt: head.seq, next: epoch, now: now),
                HeadTable.begin(epoch, of: account, after: head),
            ])
            return try HeadRow.live(account, in: transaction) ?? head
        }
    }

    /// Begins a new epoch for every account that is not purged, one after the other. A restored database needs this
    /// before it is served.
    public func beginEpochs(at now: Instant) async throws {
        var last: AccountID?
        while true {
            let rows = try await database.select(HeadTable.selectAccounts(after: last, limit: 500))
            guard !rows.isEmpty else { return }
            for row in rows {
                let account: AccountID = try row.identifier(0)
                last = account
                do { try await beginEpoch(of: account, at: now) } catch VaultStoreFault.purged { continue }
            }
        }
    }
}
