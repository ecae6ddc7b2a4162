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
        let seen = base.flatMap { $0.body == nil ? nil : $0.version }
        try run(
            DeletionMemory.remember(
                id, version, isTrash: isTrash, content: body.map { digest(of: $0) }, seen: seen, of: owner, at: now))
    }

    /// True if the deletion of an entry stands although the vault has a live item at another rev.
    ///
    /// A deletion that no answer has confirmed stands if the item has the very content that was deleted: another device has
    /// raised the rev without a change, for example when it brought a lost version back. One that was confirmed and then lost
    /// in a restore stands if that content came back unedited, with the copy or from another device, or if the copy has an
    /// earlier version of it; the vault cannot see this if the versions are of different epochs, as after two restores.
    /// If they are of one epoch and what was brought back is later than the deletion, somebody had restored the entry.
    func deletionStands(_ entry: LocalEntry, against current: VaultItem?) throws -> Bool {
        guard entry.body == nil, let base = entry.base, let current, current.state == .live, let theirs = current.body
        else { return false }
        if let content = base.body { return theirs == content }
        if case .erased(let erased?) = base.content { return digest(of: theirs) == erased }
        let isOfCopy = current.rev.value <= profile.history?.lastEnd ?? -1
        // A device whose create was applied without its knowledge repeats it, and names no version that was lost.
        let isOnlyCreated = current.createdAtMs == current.updatedAtMs && !current.isLater(than: base.version)
        guard base.state == .lost, isOfCopy || isOnlyCreated || current.broughtBack != nil,
            !current.bringsBackLater(than: base.version), let owner = accountTag
        else { return false }
        guard let row = try run(DeletionMemory.selectContent(entry.id, of: owner)).first else { return false }
        if isOfCopy, let epoch: EpochID = try row.identifierOrNil(1), let rev = try row.intOrNil(2),
            current.rev.value <= min(rev, profile.history?.end(of: epoch) ?? -1)
        {
            return true
        }
        return try row.textOrNil(0) == digest(of: theirs)
    }

    /// Applies the tombstone of an entry, or its move to the server's trash. One with unsent edits stays until the
    /// person decides; one with an operation in flight or a lost version is left to the answer of its operation.
    func applyDeletion(
        of entry: LocalEntry, _ version: ItemBase, at now: Instant, _ report: inout SyncReport
    ) throws {
        var entry = entry
        guard entry.inFlight == nil, entry.base?.state != .lost else { return }
        if let trash = entry.trash {
            guard trash.tombstone.map({ version.rev > $0.rev }) ?? true else { return }
            entry.trash = LocalTrash(state: trash.state, at: trash.at, tombstone: version)
            return try put(entry)
        }
        guard entry.base.map({ version.rev > $0.version.rev }) ?? true else { return }
        if entry.rejectedReason == LocalEntry.gone || entry.base?.state == .deleted {
            entry.base = .init(version: version, content: entry.base?.content ?? .tombstone, state: .deleted)
            return try put(entry)
        }
        if entry.body == nil { return try remove(entry) }
        if entry.hasUnsentEdits {
            entry.markGone(at: version, &report)
        } else {
            let state = entry.base?.state == .returned ? LocalTrash.State.restorableAtEnd : .erasedAtEnd
            entry.trash = LocalTrash(state: state, at: now, tombstone: version)
        }
        try put(entry)
    }

    /// Decides about the synchronised entries that a complete pull did not contain.
    ///
    /// What is owed stays: a lost version, an operation in flight, an entry that the person brings back. An unedited
    /// entry goes to the local trash if the pull's cause makes absence a deletion. The person is asked about an edited
    /// one, one that came back after a logout, and any if the cause is unexplained.
    func judgeAbsent(
        from pull: CompletePull, of owner: OwnerTag, at now: Instant, _ report: inout SyncReport
    ) throws {
        for var entry in try entries(EntryTable.selectAbsent(owner, pull: pull.id)) {
            guard entry.inFlight == nil, entry.base?.state == .current || entry.base?.state == .returned else {
                continue
            }
            if entry.body == nil {
                try remove(entry)
                continue
            }
            if entry.hasUnsentEdits || entry.base?.state == .returned || pull.cause == .unexplained {
                entry.markGone(at: nil, &report)
            } else {
                entry.trash = LocalTrash(state: .restorableAtEnd, at: now, tombstone: nil)
            }
            try put(entry)
        }
    }

    /// Decides, at the end of a pull, about the deletions of all its pages: erases the entries that were deleted by a
    /// tombstone, and makes the others restorable. If they are more than ``DeletionLimit`` allows, all are held.
    mutating func settleDeletions(of owner: OwnerTag, at now: Instant, _ report: inout SyncReport) throws {
        try expireTrash(of: owner, at: now)
        let pending = try entries(EntryTable.selectTrash(.erasedAtEnd, .restorableAtEnd, of: owner))
        guard !pending.isEmpty else { return }
        let earlier = (profile.countedDeletions ?? []).filter { now - $0.at < DeletionLimit.window }
        let counted = pending.count + earlier.reduce(0) { $0 + $1.count }
        let left = Int(try run(EntryTable.countSynchronised(owner)).first?.int(0) ?? 0)
        let areHeld = counted > DeletionLimit.most(of: left + counted)
        for var entry in pending {
            switch (areHeld, entry.trash?.state) {
            case (true, _):
                entry.trash?.state = .held
                report.held.append(entry.id)
                try put(entry)
            case (false, .erasedAtEnd):
                report.removed += 1
                try remove(entry)
            case (false, _):
                entry.trash?.state = .restorable
                report.trashed.append(entry.id)
                try put(entry)
            }
        }
        profile.countedDeletions = earlier + [DeletionCount(at: now, count: pending.count)]
    }
}
