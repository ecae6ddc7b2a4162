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
    /// - Returns: a new entry with this device's version, where the entry waited for a decision and has come back.
    mutating func receive(
        _ item: VaultItem, _ theirs: JSONObject, _ version: ItemBase, ignoringTombstone: Bool, copyID: SecretID,
        _ report: inout SyncReport
    ) -> LocalEntry? {
        guard inFlight == nil else { return nil }
        if rejectedReason == Self.gone { return returnFromGone(item, theirs, version, copyID, &report) }
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
        case .current, .returned: receiveNewer(item, theirs, version, &report)
        }
        return nil
    }

    private mutating func receiveNewer(
        _ item: VaultItem, _ theirs: JSONObject, _ version: ItemBase, _ report: inout SyncReport
    ) {
        guard let base, version.rev >= base.version.rev else { return }
        if version.rev == base.version.rev {
            self.base?.version = version  // The same version, by its name in the epoch in force.
        } else if !hasUnsentEdits || body == theirs {
            report.received += body == theirs ? 0 : 1
            take(item, theirs, version, &report)
        }
        // An edited entry keeps its base, so that the push meets the newer version as a conflict and merges.
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
    private mutating func returnFromGone(
        _ item: VaultItem, _ theirs: JSONObject, _ version: ItemBase, _ copyID: SecretID, _ report: inout SyncReport
    ) -> LocalEntry? {
        let ours = body
        take(item, theirs, version, &report)
        guard let ours, ours != theirs else { return nil }
        report.received += 1
        return conflictCopy(ours, as: copyID, &report)
    }
}
