public import Primitives
import SQL

extension VaultStore {
    /// Ends the trash after 30 days, and erases tombstones and logged operations after 180 days if every active device has
    /// read them. One pass; ``SweepSightings`` decides which accounts are swept at it.
    ///
    /// - Returns: the accounts that have changed, because something in the trash became a tombstone. Their waiting pulls
    ///   must be woken.
    public func sweep(at now: Instant) async throws -> [AccountID] {
        let due = try await database.select(HeadTable.selectDue(now)).map {
            (account: try $0.identifier(0) as AccountID, seq: try $0.int(1))
        }
        var changed: [AccountID] = []
        for (account, sighting) in sightings.note(due, at: steady.now, time: now) {
            let sweep = AccountSweep(
                store: self, account: account, cutoff: min(now, sighting.time), lastSeq: sighting.seq)
            if try await sweep.run() { changed.append(account) }
            sightings.remove(account)
        }
        return changed
    }
}
