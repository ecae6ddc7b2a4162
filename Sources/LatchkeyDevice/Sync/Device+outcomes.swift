import Contracts
import Domain
import Primitives
import StrictJSON

extension Device {
    /// Applies the results of pushed operations, all in one transaction.
    ///
    /// - Returns: the report, and true if anything changed. If nothing did, sending again at once would change nothing.
    func applyOutcomes(
        _ results: [OpResult], of operations: [PushOp], epoch: EpochID, head: DecimalInt64
    ) async throws(DeviceFault) -> (report: SyncReport, madeProgress: Bool) {
        try await store.write { [random, clock] transaction in
            var report = SyncReport(), madeProgress = head > transaction.profile.head
            for (operation, result) in zip(operations, results) where operation.opId == result.opId {
                guard var entry = try transaction.entry(operation.id), entry.inFlight == operation else { continue }
                entry.inFlight = nil
                entry.owner = transaction.accountTag
                let before = entry
                var copy = entry.apply(result, of: operation, epoch: epoch, copyID: random.id(), &report)
                copy?.createdAt = clock.now
                if let copy { try transaction.put(copy) }
                if entry.base == nil && entry.body == nil {
                    try transaction.remove(entry)
                } else {
                    try transaction.put(entry)
                }
                madeProgress = madeProgress || entry != before || result.outcome == .replayed
            }
            transaction.profile.head = max(transaction.profile.head, head)
            return (report, madeProgress)
        }
    }
}

extension LocalEntry {
    /// Applies the result of an operation to this entry.
    ///
    /// - Returns: a new entry with this device's version, where it cannot be merged with the server's.
    mutating func apply(
        _ result: OpResult, of operation: PushOp, epoch: EpochID, copyID: SecretID, _ report: inout SyncReport
    ) -> LocalEntry? {
        switch result.outcome == .replayed ? result.first ?? .applied : result.outcome {
        case .applied, .noop, .replayed:
            report.sent += 1
            base = nil
            if let sent = operation.body, let rev = result.rev {
                base = Base(version: ItemBase(epoch: epoch, rev: rev), body: sent)
            }
        case .conflict:
            return resolveConflict(with: result.current, epoch: epoch, copyID: copyID, &report)
        case .gone:
            markGone(&report)
        case .rejected where result.reason == "opExpired" || result.reason == "opIdReused":
            break  // The next push makes an operation with a new id.
        case .rejected:
            reject([result.reason, result.field].compactMap(\.self).joined(separator: ": "), &report)
        }
        return nil
    }

    /// Merges with the version that another device has stored.
    private mutating func resolveConflict(
        with current: VaultItem?, epoch: EpochID, copyID: SecretID, _ report: inout SyncReport
    ) -> LocalEntry? {
        // The vault sends the item with every conflict. Without it the next operation is answered with a conflict
        // again.
        guard let current else { return nil }
        guard let theirs = current.body else {
            reject(current.fault ?? "conflict", &report)
            return nil
        }
        guard current.state == .live || body == nil else {
            markGone(&report)
            return nil
        }
        let before = base?.body
        base = Base(version: ItemBase(epoch: epoch, rev: current.rev), body: theirs)
        guard let ours = body else {
            // A deletion here yields to a newer edit of a live item.
            if current.state == .live { body = theirs }
            return nil
        }
        switch EntryMerge.merge(base: before, ours: ours, theirs: theirs) {
        case .merged(let merged):
            body = merged
            return nil
        case .conflict:
            body = theirs
            report.copies.append(copyID)
            return LocalEntry(id: copyID, kind: kind, base: nil, body: ours, createdAt: createdAt, owner: owner)
        }
    }

    /// Stops sending the entry until the person edits it or decides. An entry that was to be deleted shows again.
    private mutating func reject(_ reason: String, _ report: inout SyncReport) {
        rejectedReason = reason
        body = body ?? base?.body
        report.rejected[id] = reason
    }

    /// Stops sending an entry that was edited here and deleted on another device. An entry that was deleted here as
    /// well loses its base and thereby has nothing left; the caller removes it.
    private mutating func markGone(_ report: inout SyncReport) {
        base = nil
        guard body != nil else { return }
        rejectedReason = "gone"
        report.gone.append(id)
    }
}
