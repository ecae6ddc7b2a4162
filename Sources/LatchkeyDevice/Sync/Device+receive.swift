import Contracts
import SQL
import StrictJSON
import TimeAndChance
import Vocabulary

extension Device {
    /// Takes a page in (seed 1, situations 7 to 9); a row with unsent edits keeps them.
    func receive(_ page: VaultPull.Answer, healing: Healing?) async throws(DeviceFault) -> SyncReport {
        do {
            return try await store.change { [dice, clock] transaction, sealing, profile in
                var report = SyncReport()
                for item in page.items {
                    let known = try Self.known(item, profile, transaction, sealing)
                    guard item.fault == nil else { continue }  // the copy we have is the only readable one
                    switch (known, item.body) {
                    case (let entry?, nil):
                        report.removed += try Self.bury(entry, transaction, sealing)
                    case (nil, nil): break
                    case (nil, let body?):
                        var entry = LocalEntry(
                            id: item.id, kind: item.kind, base: nil, body: body, sent: nil, parked: nil, made: clock.now
                        )
                        entry.base = .init(version: ItemBase(epoch: page.epoch, rev: item.rev), body: body)
                        entry.owner = profile.accountId.map { sealing.tag($0.bytes) }
                        try entry.store(in: transaction, sealing)
                        report.received += 1
                    case (var entry?, let body?):
                        let changed = entry.take(item, body, epoch: page.epoch, healing: healing, dice: dice, &report)
                        report.received += changed ? 1 : 0
                        entry.owner = profile.accountId.map { sealing.tag($0.bytes) }
                        try entry.store(in: transaction, sealing)
                    }
                }
                profile.head = max(profile.head, page.head)
                return report
            }
        } catch {
            throw .storeUnreadable
        }
    }

    /// The row an item belongs to: by id, by the tag a logout left, or by equal content made while signed out.
    private static func known(
        _ item: VaultItem, _ profile: Profile, _ transaction: any Transaction, _ sealing: Sealing
    ) throws -> LocalEntry? {
        if var entry = try LocalEntry.find(item.id, transaction, sealing) {
            entry.adopt = nil
            return entry
        }
        guard let body = item.body, profile.cursor == nil else { return nil }
        let twin = try LocalEntry.all(transaction, sealing).first { entry in
            entry.base == nil && entry.sent == nil && entry.owner == nil
                && entry.body.map(fingerprint) == fingerprint(body)
        }
        guard let twin else { return nil }
        try twin.remove(from: transaction)
        return LocalEntry(id: item.id, kind: item.kind, base: nil, body: body, sent: nil, parked: nil, made: twin.made)
    }

    /// What makes two entries the same to a person (DEVICE.md, "Not signed in").
    static func fingerprint(_ body: JSONObject) -> [JSON?] {
        ["type", "secret", "algorithm", "digits", "period", "issuer", "accountName"].map { body[$0] }
    }

    /// A tombstone: the row goes, unless it holds edits the server has not seen.
    private static func bury(_ entry: LocalEntry, _ transaction: any Transaction, _ sealing: Sealing) throws -> Int {
        var entry = entry
        guard entry.body != nil, entry.hasUnsentEdits, entry.base != nil || entry.sent != nil || entry.adopt != nil
        else {
            guard entry.base != nil || entry.body == nil else { return 0 }
            try entry.remove(from: transaction)
            return 1
        }
        entry.base = nil
        entry.parked = "gone"
        try entry.store(in: transaction, sealing)
        return 0
    }

    /// After a complete pull, a synchronised row the server does not hold is gone; unless the server lost it.
    func dropMissing(besides present: Set<SecretID>, healing: Healing?) async throws(DeviceFault) -> Int {
        do {
            return try await store.change { transaction, sealing, _ in
                var removed = 0
                for var entry in try LocalEntry.all(transaction, sealing) where !present.contains(entry.id) {
                    guard let base = entry.base else { continue }
                    if entry.body != nil, healing?.mayBeLost(base) == true || entry.hasUnsentEdits {
                        entry.base = nil
                        entry.sent = nil
                        try entry.store(in: transaction, sealing)
                    } else {
                        try entry.remove(from: transaction)
                        removed += 1
                    }
                }
                return removed
            }
        } catch {
            throw .storeUnreadable
        }
    }
}

extension LocalEntry {
    /// Takes a newer version in; true when what the person sees has changed.
    fileprivate mutating func take(
        _ item: VaultItem, _ theirs: JSONObject, epoch: EpochID, healing: Healing?, dice: Dice,
        _ report: inout SyncReport
    ) -> Bool {
        let version = ItemBase(epoch: epoch, rev: item.rev)
        guard base?.version != version else { return false }
        if let base, healing?.mayBeLost(base) == true, body != nil {
            self.base = Base(version: version, body: theirs)  // ours is newer: it becomes an update of the server's
            return false
        }
        if sent != nil { return false }  // its own answer will say what became of it
        guard hasUnsentEdits, base != nil || body != theirs else {
            let changed = body != theirs
            base = Base(version: version, body: theirs)
            body = theirs
            return changed
        }
        guard base != nil else {  // kept from an earlier login: our edits go on from the server's version
            base = Base(version: version, body: theirs)
            return false
        }
        return false  // a push will meet it as a conflict and merge
    }
}
