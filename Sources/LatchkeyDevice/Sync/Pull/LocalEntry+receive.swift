import Contracts
import Primitives
import StrictJSON

extension LocalEntry {
    /// Applies the server's version of a live item, as ``ReceiveDecision`` decides.
    ///
    /// - Parameter isTombstoneLost: true if the vault lost the tombstone because of which the entry is in the local
    ///   trash.
    /// - Returns: a new entry with this device's version, where the two cannot be merged.
    mutating func receive(
        _ item: VaultItem, _ theirs: JSONObject, _ version: ItemBase, isTombstoneLost: Bool, at now: Instant,
        copyID: SecretID, _ progress: inout SyncProgress
    ) -> LocalEntry? {
        let ours = body
        switch ReceiveDecision(.init(self, version, theirs, isTombstoneLost: isTombstoneLost)) {
        case .ignore: break
        case .renameBase: base?.version = version
        case .take:
            progress.report.received += ours == theirs ? 0 : 1
            take(item, theirs, version)
        case .leaveTrash:
            progress.report.received += 1
            let state = trash?.state
            trash = nil
            take(item, theirs, version)
            // The person can still bring this content back, or has to decide, so other content does not replace it.
            guard state == .held || state == .restorable, let ours, ours != theirs else { return nil }
            return keep(ours, beside: theirs, as: copyID, at: now, &progress)
        case .merge:
            guard let ours else { return nil }
            guard
                case .merged(let merged, let replaced) = EntryMerge.merge(
                    base: base?.body, ours: ours, theirs: theirs, at: now)
            else {
                take(item, theirs, version)
                return conflictCopy(ours, as: copyID, at: now, &progress)
            }
            keepAndReport(replaced, in: &progress)
            base = Base(of: item, version, body: theirs)
            body = merged
            if merged == theirs { blocked = nil }
        case .endWait:
            take(item, theirs, version)
            guard let ours, ours != theirs else { return nil }
            progress.report.received += 1
            return keep(ours, beside: theirs, as: copyID, at: now, &progress)
        }
        return nil
    }

    /// Makes this device's version a new entry. If it differs from the server's in nothing but the counter, the entry takes the
    /// larger counter instead.
    private mutating func keep(
        _ ours: JSONObject, beside theirs: JSONObject, as copyID: SecretID, at now: Instant,
        _ progress: inout SyncProgress
    ) -> LocalEntry? {
        if let counted = EntryMerge.withLargerCounter(ours, theirs) {
            body = counted
            return nil
        }
        return conflictCopy(ours, as: copyID, at: now, &progress)
    }

    private mutating func take(_ item: VaultItem, _ theirs: JSONObject, _ version: ItemBase) {
        (kind, schema) = (item.kind, item.schema)
        base = Base(of: item, version, body: theirs)
        body = theirs
        blocked = nil
    }
}
