import Contracts
import Domain
import Primitives
import StrictJSON

extension Device {
    /// Applies one page of a pull to the store. Unsent edits stay. An item in the server's trash is removed here as a
    /// deleted one is; when it is restored it comes back with a new rev.
    func apply(_ page: VaultPull.Answer, after change: EpochChange?) async throws(DeviceFault) -> SyncReport {
        try await store.write { [clock] transaction in
            var report = SyncReport()
            for item in page.items where item.isReadable {
                let theirs = item.state == .live ? item.body : nil
                switch (try transaction.entry(for: item, theirs), theirs) {
                case (let entry?, nil): try transaction.applyDeletion(of: entry, &report)
                case (nil, nil): break
                case (nil, let body?):
                    let version = ItemBase(epoch: page.epoch, rev: item.rev)
                    try transaction.put(
                        LocalEntry(
                            id: item.id, kind: item.kind, base: .init(version: version, body: body), body: body,
                            createdAt: clock.now, owner: transaction.accountTag))
                    report.received += 1
                case (var entry?, let body?):
                    let isChanged = entry.receive(item, body, epoch: page.epoch, after: change)
                    report.received += isChanged ? 1 : 0
                    entry.owner = transaction.accountTag
                    try transaction.put(entry)
                }
            }
            transaction.profile.head = max(transaction.profile.head, page.head)
            return report
        }
    }
}

extension StoreTransaction {
    /// Finds the entry that an item belongs to: by id, or during the first pull by equal content made while signed out.
    /// An entry found by content is removed and returned under the item's id; the caller stores it.
    fileprivate func entry(for item: VaultItem, _ theirs: JSONObject?) throws -> LocalEntry? {
        if let entry = try entry(item.id) { return entry }
        guard let theirs, profile.cursor == nil else { return nil }
        let fingerprint = EntryFingerprint(theirs)
        let twin = try entries().first { entry in
            entry.base == nil && entry.inFlight == nil && entry.owner == nil
                && entry.body.map(EntryFingerprint.init) == fingerprint
        }
        guard let twin else { return nil }
        try remove(twin)
        return LocalEntry(id: item.id, kind: item.kind, base: nil, body: theirs, createdAt: twin.createdAt)
    }

    /// Removes an entry that the server has deleted. One with unsent edits stays until the person decides; one with
    /// an operation in flight is left to the answer of that operation.
    fileprivate func applyDeletion(of entry: LocalEntry, _ report: inout SyncReport) throws {
        var entry = entry
        guard entry.inFlight == nil, entry.rejectedReason != "gone" else { return }
        guard entry.body != nil, entry.hasUnsentEdits else {
            report.removed += entry.body == nil ? 0 : 1
            return try remove(entry)
        }
        entry.base = nil
        entry.rejectedReason = "gone"
        report.gone.append(entry.id)
        try put(entry)
    }
}

extension VaultItem {
    /// False if the server cannot decrypt the item: the copy here may be the only readable one.
    fileprivate var isReadable: Bool { fault == nil && (state != .live || body != nil) }
}

extension LocalEntry {
    /// Takes over the server's version of a live item. Returns true when the visible body has changed.
    fileprivate mutating func receive(
        _ item: VaultItem, _ theirs: JSONObject, epoch: EpochID, after change: EpochChange?
    ) -> Bool {
        let version = ItemBase(epoch: epoch, rev: item.rev)
        guard base?.version != version else { return false }
        if let base, change?.mayHaveLost(base.version) == true, body != nil {
            // The server may have lost this device's newer version, which becomes an update of the server's older one.
            self.base = Base(version: version, body: theirs)
            return false
        }
        if inFlight != nil { return false }
        guard hasUnsentEdits, base != nil || body != theirs else {
            let isChanged = body != theirs
            base = Base(version: version, body: theirs)
            body = theirs
            rejectedReason = nil
            return isChanged
        }
        // An edited entry keeps its base, so that the push meets the newer version as a conflict and merges. One kept
        // from an earlier login has no base: its edits become an update of the server's version.
        if base == nil { base = Base(version: version, body: theirs) }
        return false
    }
}
