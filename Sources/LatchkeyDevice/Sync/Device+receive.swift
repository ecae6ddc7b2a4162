import Contracts
import Domain
import Primitives
import SQL
import StrictJSON

extension Device {
    /// Takes a page in (seed 1, situations 7 to 9); a row with unsent edits keeps them. An item in the trash is gone from
    /// here as a deleted one is: restoring it makes it live again, with a new rev.
    func receive(_ page: VaultPull.Answer, healing: Healing?) async throws(DeviceFault) -> SyncReport {
        try await store.change { [clock] transaction, sealing, profile in
            let owner = profile.accountId.map { sealing.tag($0.bytes) }
            var report = SyncReport()
            for item in page.items where item.isReadable {
                let theirs = item.state == .live ? item.body : nil
                let known = try Self.known(item, theirs, profile, transaction, sealing)
                switch (known, theirs) {
                case (let entry?, nil): try Self.bury(entry, transaction, sealing, &report)
                case (nil, nil): break
                case (nil, let body?):
                    let version = ItemBase(epoch: page.epoch, rev: item.rev)
                    let entry = LocalEntry(
                        id: item.id, kind: item.kind, base: .init(version: version, body: body), body: body, sent: nil,
                        parked: nil, made: clock.now, owner: owner)
                    try entry.store(in: transaction, sealing)
                    report.received += 1
                case (var entry?, let body?):
                    let changed = entry.take(item, body, epoch: page.epoch, healing: healing)
                    report.received += changed ? 1 : 0
                    entry.owner = owner
                    try entry.store(in: transaction, sealing)
                }
            }
            profile.head = max(profile.head, page.head)
            return report
        }
    }

    /// The row an item belongs to: by id, or by equal content made while signed out.
    private static func known(
        _ item: VaultItem, _ theirs: JSONObject?, _ profile: Profile, _ transaction: any Transaction,
        _ sealing: Sealing
    ) throws -> LocalEntry? {
        if let entry = try LocalEntry.find(item.id, transaction, sealing) { return entry }
        guard let theirs, profile.cursor == nil else { return nil }
        let twin = try LocalEntry.all(transaction, sealing).first { entry in
            entry.base == nil && entry.sent == nil && entry.owner == nil
                && entry.body.map(fingerprint) == fingerprint(theirs)
        }
        guard let twin else { return nil }
        try twin.remove(from: transaction)
        return LocalEntry(
            id: item.id, kind: item.kind, base: nil, body: theirs, sent: nil, parked: nil, made: twin.made)
    }

    /// What makes two entries the same to a person (DEVICE.md, "Not signed in").
    static func fingerprint(_ body: JSONObject) -> [JSON?] {
        ["type", "secret", "algorithm", "digits", "period", "issuer", "accountName"].map { body[$0] }
    }

    /// The item is gone: so is the row, unless it holds edits the server has not seen. What became of an operation on its
    /// way is for its own answer to say.
    private static func bury(
        _ entry: LocalEntry, _ transaction: any Transaction, _ sealing: Sealing, _ report: inout SyncReport
    ) throws {
        var entry = entry
        guard entry.sent == nil, entry.parked != "gone" else { return }
        guard entry.body != nil, entry.hasUnsentEdits else {
            report.removed += entry.body == nil ? 0 : 1
            return try entry.remove(from: transaction)
        }
        entry.base = nil
        entry.parked = "gone"
        report.gone.append(entry.id)
        try entry.store(in: transaction, sealing)
    }
}

extension VaultItem {
    /// False where the server cannot open the item: the copy here may be the only readable one.
    fileprivate var isReadable: Bool { fault == nil && (state != .live || body != nil) }
}

extension LocalEntry {
    /// Takes a newer version in; true when what the person sees has changed.
    fileprivate mutating func take(
        _ item: VaultItem, _ theirs: JSONObject, epoch: EpochID, healing: Healing?
    ) -> Bool {
        let version = ItemBase(epoch: epoch, rev: item.rev)
        guard base?.version != version else { return false }
        if let base, healing?.mayBeLost(base.version) == true, body != nil {
            self.base = Base(version: version, body: theirs)  // ours is newer: it becomes an update of the server's
            return false
        }
        if sent != nil { return false }  // its own answer will say what became of it
        guard hasUnsentEdits, base != nil || body != theirs else {
            let changed = body != theirs
            base = Base(version: version, body: theirs)
            body = theirs
            parked = nil
            return changed
        }
        guard base != nil else {  // kept from an earlier login: our edits go on from the server's version
            base = Base(version: version, body: theirs)
            return false
        }
        return false  // a push will meet it as a conflict and merge
    }
}
