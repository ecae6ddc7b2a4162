import Primitives
import SQL

extension StoreTransaction {
    /// Erases the restorable entries of the local trash, and the remembered deletions, that two syncs at least
    /// ``LocalTrash/grace`` apart have both found expired. A clock that was wrong for less than that erases nothing.
    mutating func expireDeletions(of owner: OwnerTag, at now: Instant) throws {
        let counts = [
            EntryTable.countExpired(of: owner, before: now - LocalTrash.lifetime),
            DeletionMemory.countExpired(of: owner, before: now - DeletionMemory.lifetime),
        ]
        guard try counts.contains(where: { try run($0).first?.int(0) ?? 0 > 0 }) else {
            profile.trashDueSince = nil
            return
        }
        guard let since = profile.trashDueSince, since <= now else {
            profile.trashDueSince = now
            return
        }
        guard now - since >= LocalTrash.grace else { return }
        try run(EntryTable.expireTrash(of: owner, before: since - LocalTrash.lifetime))
        try run(DeletionMemory.expire(of: owner, before: since - DeletionMemory.lifetime))
        profile.trashDueSince = nil
    }
}
