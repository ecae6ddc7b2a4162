import Contracts
import Domain
import Primitives
import SQL
import StrictJSON

extension StoreTransaction {
    /// Remembers a deletion or a move to the trash that the server has, in case it loses it in a restore.
    ///
    /// - Parameters:
    ///   - body: the body that was deleted, if it is known.
    ///   - base: the version of the entry before its deletion, if there was one.
    func rememberDeletion(
        of id: SecretID, _ version: ItemBase, isTrash: Bool, body: JSONObject?, base: LocalEntry.Base?, at now: Instant
    ) throws {
        guard let owner = accountTag else { return }
        let erased = base?.content.erasedDigest, isContentKnown = base?.body != nil || erased != nil
        let deletion = RememberedDeletion(
            id: id, version: version, isTrash: isTrash, contentDigest: body.map { digest(of: $0) } ?? erased,
            contentVersion: isContentKnown ? base?.version : nil, contentMadeFrom: base?.madeFrom)
        try run(DeletionMemory.remember(deletion, of: owner, at: now))
    }

    /// The deletion of an item that this device remembers for the account that is signed in.
    func rememberedDeletion(of id: SecretID) throws -> RememberedDeletion? {
        guard let owner = accountTag else { return nil }
        return try run(DeletionMemory.select(id, of: owner)).first.map(RememberedDeletion.init)
    }

    /// Forgets the deletion of an item that the signed-in account has again. After a restore that loses the item's
    /// present version, the deletion must not be made again.
    func forgetDeletion(of id: SecretID) throws {
        guard let accountTag else { return }
        try run(DeletionMemory.forget(id, of: accountTag))
    }

    /// Applies the tombstone of an entry, or its move to the server's trash.
    func applyDeletion(
        of entry: LocalEntry, _ version: ItemBase, at now: Instant, _ progress: inout SyncProgress
    ) throws {
        try apply(RemovalDecision(entry, deletedAt: version), to: entry, tombstone: version, at: now, &progress)
    }

    /// Decides about the synchronised entries that a complete pull did not contain.
    func decideAbsent(
        from pull: CompletePull, of owner: OwnerTag, at now: Instant, _ progress: inout SyncProgress
    ) throws {
        for entry in try entries(EntryTable.selectAbsent(owner, pull: pull.id)) {
            try apply(RemovalDecision(entry, absentFrom: pull), to: entry, tombstone: nil, at: now, &progress)
        }
    }

    /// - Parameter tombstone: the version that deleted the item; nil if the item was absent from a complete pull.
    private func apply(
        _ decision: RemovalDecision, to entry: LocalEntry, tombstone: ItemBase?, at now: Instant,
        _ progress: inout SyncProgress
    ) throws {
        var entry = entry
        switch decision {
        case .ignore: return
        case .replaceTombstone:
            entry.trash = entry.trash.map { LocalTrash(state: $0.state, at: $0.at, tombstone: tombstone) }
        case .restoreOnTombstone:
            entry.base = tombstone.map {
                .init(version: $0, content: entry.base?.content ?? .tombstone, state: .deleted)
            }
        case .erase: return try remove(entry)
        case .askPerson: entry.markGone(at: tombstone, &progress)
        case .moveToTrash(let state): entry.trash = LocalTrash(state: state, at: now, tombstone: tombstone)
        }
        try put(entry)
    }

    /// Holds the deletions of a pull that has not ended.
    func holdUnfinishedDeletions(of owner: OwnerTag) throws {
        for var entry in try entries(EntryTable.selectTrash(.erasedAtEnd, .restorableAtEnd, of: owner)) {
            entry.trash?.state = .held
            try put(entry)
        }
    }

    /// Decides, at the end of a pull, about the deletions of all its pages: erases the entries that were deleted by a
    /// tombstone, and makes the others restorable. If they are more than ``DeletionLimit`` allows, all are held.
    mutating func settleDeletions(of owner: OwnerTag, at now: Instant, _ progress: inout SyncProgress) throws {
        try expireDeletions(of: owner, at: now)
        let pending = try entries(EntryTable.selectTrash(.erasedAtEnd, .restorableAtEnd, of: owner))
        guard !pending.isEmpty else { return }
        let earlier = (profile.countedDeletions ?? []).filter { now - $0.at < DeletionLimit.window }
        let counted = earlier.reduce(pending.count) { $0 + $1.count }
        let begin = now - DeletionLimit.window, deleted = pending.count { $0.createdAt <= begin }
        let left = Int(try run(EntryTable.countSynchronised(owner, hereBy: begin)).first?.int(0) ?? 0)
        let established = earlier.reduce(left + deleted) { $0 + ($1.established ?? $1.count) }
        let areHeld = counted > DeletionLimit.most(of: established)
        for var entry in pending {
            switch (areHeld, entry.trash?.state) {
            case (true, _):
                entry.trash?.state = .held
                progress.report.held.append(entry.id)
                try put(entry)
            case (false, .erasedAtEnd):
                progress.report.removed += 1
                try remove(entry)
            case (false, _):
                entry.trash?.state = .restorable
                progress.report.trashed.append(entry.id)
                try put(entry)
            }
        }
        profile.countedDeletions =
            earlier + [DeletionCount(at: now, count: pending.count, established: deleted)]
    }
}
