import Contracts
import Primitives
import StrictJSON

extension LocalEntry {
    /// Takes over the server's version of a live item, unless this device has something to send first.
    ///
    /// Ignored are a version that is not above the entry's (a page may have been read before a push that has been
    /// answered since) and any version of an entry that has an operation in flight or a lost base.
    ///
    /// - Parameter ignoringTombstone: true if the vault lost the tombstone because of which the entry is in the trash.
    /// - Returns: a new entry with this device's version, where the entry waited for a decision and cannot be merged.
    mutating func receive(
        _ item: VaultItem, _ theirs: JSONObject, _ version: ItemBase, ignoringTombstone: Bool, at now: Instant,
        copyID: SecretID, _ report: inout SyncReport
    ) -> LocalEntry? {
        guard inFlight == nil else { return nil }
        if rejectedReason == Self.gone { return returnFromGone(item, theirs, version, at: now, copyID, &report) }
        if let trash {
            let isBack =
                if let tombstone = trash.tombstone, !ignoringTombstone { version.rev > tombstone.rev } else {
                    version.rev >= base?.version.rev ?? version.rev
                }
            if isBack {
                self.trash = nil
                take(item, theirs, version, &report)
                report.received += 1
            }
            return nil
        }
        switch base?.state {
        case .lost, .deleted, .kept: break
        case nil: if body == theirs { take(item, theirs, version, &report) }
        case .current, .returned: return receiveNewer(item, theirs, version, at: now, copyID, &report)
        }
        return nil
    }

    private mutating func receiveNewer(
        _ item: VaultItem, _ theirs: JSONObject, _ version: ItemBase, at now: Instant, _ copyID: SecretID,
        _ report: inout SyncReport
    ) -> LocalEntry? {
        guard let base, version.rev >= base.version.rev else { return nil }
        if version.rev == base.version.rev {
            self.base?.version = version  // The same version, by its name in the epoch in force.
        } else if !hasUnsentEdits || body == theirs {
            report.received += body == theirs ? 0 : 1
            take(item, theirs, version, &report)
        } else if rejectedReason != nil, let ours = body {
            // No push will meet the newer version as a conflict, so it is merged now.
            if case .merged(let merged) = EntryMerge.merge(base: base.body, ours: ours, theirs: theirs) {
                self.base = Base(version: version, body: theirs)
                body = merged
                if merged == theirs { rejectedReason = nil }
            } else {
                take(item, theirs, version, &report)
                return conflictCopy(ours, as: copyID, at: now, &report)
            }
        }
        // Any other edited entry keeps its base, so that the push meets the newer version as a conflict and merges.
        return nil
    }

    private mutating func take(
        _ item: VaultItem, _ theirs: JSONObject, _ version: ItemBase, _ report: inout SyncReport
    ) {
        (kind, schema) = (item.kind, item.schema)
        base = Base(version: version, body: theirs)
        body = theirs
        rejectedReason = nil
    }

    /// Ends the wait for a decision about an entry that was deleted elsewhere and is live again: the server's version
    /// counts, and this device's becomes a new entry.
    ///
    /// A version that is not above the tombstone is ignored, unless the vault has lost the tombstone.
    private mutating func returnFromGone(
        _ item: VaultItem, _ theirs: JSONObject, _ version: ItemBase, at now: Instant, _ copyID: SecretID,
        _ report: inout SyncReport
    ) -> LocalEntry? {
        if let base, base.state == .deleted, version.rev <= base.version.rev { return nil }
        let ours = body
        take(item, theirs, version, &report)
        guard let ours, ours != theirs else { return nil }
        report.received += 1
        return conflictCopy(ours, as: copyID, at: now, &report)
    }
}
