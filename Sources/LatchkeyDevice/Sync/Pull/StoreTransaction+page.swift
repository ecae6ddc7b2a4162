import Contracts
import Domain
import Primitives
import SQL
import StrictJSON

extension StoreTransaction {
    /// Applies one page of a pull, and stores the position after it.
    ///
    /// - Parameters:
    ///   - twins: the entries that a new item may be equal to; empty unless this is the first pull of an account.
    ///   - random: makes the ids of conflict copies.
    mutating func apply(
        _ page: VaultPull.Answer, twins: TwinIndex, at now: Instant, _ random: RandomSource
    ) throws -> SyncReport {
        var report = SyncReport()
        guard let owner = accountTag else { return report }
        if profile.completePull != nil, profile.completePull?.cursor == nil {
            try beginHistory(page, of: owner, at: now, &report)
        }
        for item in page.items {
            if item.isReadable {
                try apply(item, epoch: page.epoch, of: owner, twins: twins, at: now, random, &report)
            }
            if let pull = profile.completePull?.id { try run(EntryTable.markSeen(item.id, of: owner, pull: pull)) }
        }
        noteHead(page.head, of: page.epoch)
        if page.more {
            if profile.completePull == nil {
                profile.cursor = page.cursor
            } else {
                profile.completePull?.cursor = page.cursor
            }
            return report
        }
        if let pull = profile.completePull {
            try judgeAbsent(from: pull, of: owner, at: now, &report)
            try run(EntryTable.settleReturnedBases(of: owner))
            profile.completePull = nil
        }
        profile.cursor = page.cursor
        try settleDeletions(of: owner, at: now, &report)
        return report
    }

    /// Applies one item. Unsent edits stay. An item in the server's trash is deleted here as a tombstone is; when it
    /// is restored it comes back with a new rev.
    private mutating func apply(
        _ item: VaultItem, epoch: EpochID, of owner: OwnerTag, twins: TwinIndex, at now: Instant,
        _ random: RandomSource, _ report: inout SyncReport
    ) throws {
        let version = ItemBase(epoch: epoch, rev: item.rev)
        let theirs = item.state == .live ? item.body : nil
        let existing = try ownEntry(item.id, newID: random.id())
        switch (existing, theirs) {
        case (nil, nil):
            try rememberDeletion(
                of: item.id, version, isTrash: item.state == .trashed, body: item.body, base: nil, at: now)
        case (let entry?, nil):
            try rememberDeletion(
                of: item.id, version, isTrash: item.state == .trashed, body: item.body ?? entry.base?.body,
                base: entry.base, at: now)
            try applyDeletion(of: entry.owned(by: owner), version, at: now, &report)
        case (nil, let body?):
            guard try mayAppear(item, version, of: owner, at: now, &report) else { return }
            if let twin = try twin(of: item, body, version, in: twins) {
                report.mustPushAgain = report.mustPushAgain || twin.isOwed
                try put(twin.owned(by: owner))
            } else {
                report.received += 1
                try put(
                    LocalEntry(
                        id: item.id, kind: item.kind, schema: item.schema, base: .init(version: version, body: body),
                        body: body, createdAt: now, owner: owner))
            }
        case (var entry?, let body?):
            let before = entry
            let lostTombstone = entry.trash?.tombstone.map { profile.history?.includes($0) == false } ?? false
            let copy = entry.receive(
                item, body, version, ignoringTombstone: lostTombstone, at: now, copyID: random.id(), &report)
            if entry != before { try put(entry.owned(by: owner)) }
            if before.trash != nil, entry.trash == nil { try run(DeletionMemory.forget(item.id, of: owner)) }
            if let copy {
                try put(copy)
                report.mustPushAgain = true
            }
        }
    }

    /// Returns the entry of this id. One of another account moves to a new id, as an entry that no server knows: two
    /// accounts cannot share a row. A deletion whose content is erased here has nothing to move, so it is dropped.
    private func ownEntry(_ id: SecretID, newID: SecretID) throws -> LocalEntry? {
        guard let entry = try entry(id) else { return nil }
        guard isForeign(entry) else { return entry }
        if let body = entry.body ?? entry.base?.body {
            try put(
                LocalEntry(
                    id: newID, kind: entry.kind, schema: entry.schema, base: nil, body: body,
                    createdAt: entry.createdAt, owner: entry.owner))
        }
        try remove(entry)
        return nil
    }

    /// False for an item older than its deletion, which a page read before the deletion still shows, and for one that a
    /// device has only brought back from a lost version before it: then the deletion, which was lost too, is owed. A newer
    /// version, restored by another device, ends the memory of the deletion.
    ///
    /// The rev of a lost deletion says nothing about later ones: an account that the restored vault does not know begins
    /// with the first rev again.
    private func mayAppear(
        _ item: VaultItem, _ version: ItemBase, of owner: OwnerTag, at now: Instant, _ report: inout SyncReport
    ) throws -> Bool {
        guard let row = try run(DeletionMemory.select(item.id, of: owner)).first else { return true }
        let deleted = ItemBase(epoch: try row.identifier(0), rev: DecimalInt64(try row.int(1)))
        let isLost = profile.history?.includes(deleted) == false
        guard isLost || version.rev > deleted.rev else { return false }
        if item.bringsBackNothingLater(than: deleted) {
            try put(.lostDeletion(of: item.id, deleted, isTrash: try row.bool(2), at: now, owner: owner))
            report.mustPushAgain = true
            return false
        }
        try run(DeletionMemory.forget(item.id, of: owner))
        return true
    }

    /// Binds an entry made while signed out to an equal item of the server. The larger HOTP counter stays, so that no
    /// code is shown twice.
    private func twin(
        of item: VaultItem, _ theirs: JSONObject, _ version: ItemBase, in twins: TwinIndex
    ) throws -> LocalEntry? {
        guard let fingerprint = EntryFingerprint(theirs) else { return nil }
        for id in twins.candidates(for: fingerprint) {
            guard let twin = try entry(id), twin.owner == nil, twin.base == nil, twin.inFlight == nil,
                twin.kind == item.kind, let ours = twin.body, EntryFingerprint(ours) == fingerprint
            else { continue }
            try remove(twin)
            var body = theirs
            if let larger = EntryMerge.larger(ours["counter"], theirs["counter"]) { body["counter"] = larger }
            return LocalEntry(
                id: item.id, kind: item.kind, schema: item.schema, base: .init(version: version, body: theirs),
                body: body, createdAt: twin.createdAt)
        }
        return nil
    }
}

extension LocalEntry {
    fileprivate func owned(by owner: OwnerTag) -> LocalEntry {
        var entry = self
        entry.owner = owner
        return entry
    }
}

extension VaultItem {
    /// False if the server cannot decrypt the item: the copy here may be the only readable one.
    fileprivate var isReadable: Bool { fault == nil && (state != .live || body != nil) }
}
