import Primitives
import SQL

extension StoreTransaction {
    /// Erases the restorable entries of the local trash that two syncs at least ``LocalTrash/grace`` apart have both
    /// found expired. A clock that was wrong for less than that erases nothing.
    mutating func expireTrash(of owner: OwnerTag, at now: Instant) throws {
        guard let due = try run(EntryTable.countExpired(of: owner, before: now - LocalTrash.lifetime)).first,
            try due.int(0) > 0
        else {
            profile.trashDueSince = nil
            return
        }
        guard let since = profile.trashDueSince, since <= now else {
            profile.trashDueSince = now
            return
        }
        guard now - since >= LocalTrash.grace else { return }
        try run(EntryTable.expireTrash(of: owner, before: since - LocalTrash.lifetime))
        profile.trashDueSince = nil
    }
}
