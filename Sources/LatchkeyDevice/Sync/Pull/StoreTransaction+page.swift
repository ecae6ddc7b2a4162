import Contracts
import Domain
import Interchange
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
    ) throws -> SyncProgress {
        var progress = SyncProgress()
        guard let owner = accountTag else { return progress }
        if profile.completePull != nil, profile.completePull?.cursor == nil {
            try beginHistory(page, of: owner, at: now)
        }
        for item in page.items {
            if item.isReadable {
                try apply(item, epoch: page.epoch, of: owner, twins: twins, at: now, random, &progress)
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
            return progress
        }
        let isComplete = profile.completePull != nil
        if let pull = profile.completePull {
            try decideAbsent(from: pull, of: owner, at: now, &progress)
            try run(EntryTable.settleReturnedBases(of: owner))
            profile.completePull = nil
        }
        profile.cursor = page.cursor
        try settleDeletions(of: owner, at: now, &progress)
        if isComplete, let digest = page.digest, try digest != liveDigest(of: owner) { profile.differsFromVault = true }
        return progress
    }

    /// Applies one item. Unsent edits stay. An item in the server's trash is deleted here as a tombstone is; when it
    /// is restored it comes back with a new rev.
    private mutating func apply(
        _ item: VaultItem, epoch: EpochID, of owner: OwnerTag, twins: TwinIndex, at now: Instant,
        _ random: RandomSource, _ progress: inout SyncProgress
    ) throws {
        let version = ItemBase(epoch: epoch, rev: item.rev)
        let theirs = item.state == .live ? item.body : nil
        let existing = try takeRow(of: item.id, movingForeignTo: random.id())
        switch (existing, theirs) {
        case (nil, nil):
            try run(EntryTable.deleteSealed(item.id))
            try rememberDeletion(
                of: item.id, version, isTrash: item.state == .trashed, body: item.body, base: nil, at: now)
        case (let entry?, nil):
            try rememberDeletion(
                of: item.id, version, isTrash: item.state == .trashed, body: item.body ?? entry.base?.body,
                base: entry.base, at: now)
            try applyDeletion(of: entry.owned(by: owner), version, at: now, &progress)
        case (nil, let body?):
            guard try applyRememberedDeletion(to: item, body, version, of: owner, at: now, &progress) else { return }
            if let twin = try replaceTwin(of: item, body, version, in: twins) {
                try put(twin.owned(by: owner))
            } else {
                progress.report.received += 1
                try put(
                    LocalEntry(
                        id: item.id, kind: item.kind, schema: item.schema, base: .init(of: item, version, body: body),
                        body: body, createdAt: now, owner: owner))
            }
        case (var entry?, let body?):
            let before = entry
            let isTombstoneLost = entry.trash?.tombstone.map { profile.history?.contains($0) == false } ?? false
            let copy = entry.receive(
                item, body, version, isTombstoneLost: isTombstoneLost, at: now, copyID: random.id(), &progress)
            if entry != before { try put(entry.owned(by: owner)) }
            if entry.isConfirmedLive { try forgetDeletion(of: item.id) }
            if let copy {
                try put(copy)
                progress.mustPushAgain = true
            }
        }
    }

    /// Returns the entry of this id, and frees the row if it is not the account's. An entry of another account moves to
    /// a new id, as an entry that no server knows: two accounts cannot share a row. A deletion whose content is erased
    /// here has nothing to move, so it is dropped.
    private func takeRow(of id: SecretID, movingForeignTo newID: SecretID) throws -> LocalEntry? {
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

    /// Applies the memory of a deletion to a live item without an entry here. A deletion that the vault lost, and that
    /// stands, becomes one to be sent. One that yields is forgotten.
    ///
    /// - Returns: true if the item appears. False if the deletion stands, and for an item older than its deletion,
    ///   which a page read before the deletion still shows.
    private func applyRememberedDeletion(
        to item: VaultItem, _ body: JSONObject, _ version: ItemBase, of owner: OwnerTag, at now: Instant,
        _ progress: inout SyncProgress
    ) throws -> Bool {
        guard let deletion = try rememberedDeletion(of: item.id) else { return true }
        if profile.history?.contains(deletion.version) == false {
            if decideLostDeletion(deletion, against: item, body) == .stands {
                try put(.lostDeletion(deletion, at: now, owner: owner))
                progress.mustPushAgain = true
                return false
            }
        } else if version.rev <= deletion.version.rev {
            return false
        }
        try forgetDeletion(of: item.id)
        return true
    }

    /// Removes an entry made while signed out all of whose members an item of the server has too, and returns the item's
    /// entry. The larger HOTP counter stays, so that no code is shown twice.
    private func replaceTwin(
        of item: VaultItem, _ theirs: JSONObject, _ version: ItemBase, in twins: TwinIndex
    ) throws -> LocalEntry? {
        guard let fingerprint = EntryFingerprint(theirs) else { return nil }
        for id in twins.candidates(for: fingerprint) {
            guard let twin = try entry(id), twin.owner == nil, twin.base == nil, twin.inFlight == nil,
                twin.kind == item.kind, let ours = twin.body, EntryFingerprint(ours) == fingerprint,
                ours.allSatisfy({ $0.key == "counter" || theirs[$0.key] == $0.value })
            else { continue }
            try remove(twin)
            var body = theirs
            if let larger = EntryMerge.larger(ours["counter"], theirs["counter"]) { body["counter"] = larger }
            return LocalEntry(
                id: item.id, kind: item.kind, schema: item.schema, base: .init(of: item, version, body: theirs),
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
