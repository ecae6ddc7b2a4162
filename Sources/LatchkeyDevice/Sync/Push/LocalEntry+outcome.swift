import Contracts
import Domain
import Primitives
import StrictJSON

extension LocalEntry {
    /// Applies the result of an operation to this entry.
    ///
    /// - Parameters:
    ///   - deletion: the decision about the entry's deletion, if it has one, against the item of the result.
    ///   - isAncestor: true if the item of the result is a version that the entry was made from.
    ///   - isFirstAttempt: true if the operation cannot have been applied by an earlier push.
    /// - Returns: a new entry with this device's version, where it cannot be merged with the server's.
    mutating func apply(
        _ result: OpResult, of operation: PushOp, _ deletion: DeletionDecision, isAncestor: Bool, isFirstAttempt: Bool,
        epoch: EpochID, at now: Instant, copyID: SecretID, _ progress: inout SyncProgress
    ) -> LocalEntry? {
        switch result.firstOutcome {
        case .applied, .noop, .replayed:
            progress.report.sent += 1
            progress.hasMadeRoom = progress.hasMadeRoom || operation.type == .delete
            progress.report.sentOnLostBase += base?.state == .lost ? 1 : 0
            let before = base
            base = nil
            if let sent = operation.body, let rev = result.rev {
                base = Base(version: ItemBase(epoch: epoch, rev: rev), body: sent)
                base?.madeFrom = before?.state == .lost ? before?.version : before?.madeFrom
            }
        case .conflict:
            return resolveConflict(
                with: result.current, isAncestor: isAncestor, sent: operation.body, deletion, epoch: epoch, at: now,
                copyID: copyID, &progress)
        case .gone:
            receiveGone(result.current, epoch: epoch, at: now, &progress)
        case .rejected where result.isAttemptUnknown:
            progress.mustPushAgain = true  // After a pull the next push makes an operation with a new id.
            if !isFirstAttempt, mayCreateAgain {
                markGone(at: base?.state == .deleted ? base?.version : nil, &progress)
                progress.mustPullCompletely = true
            }
        case .rejected where result.accountLimit != nil:
            progress.report.waiting[id] = result.accountLimit
            progress.refusedTypes[operation.type] = result.accountLimit
        case .rejected where result.reason == SecretRejection.unknownItem.rawValue:
            base = nil  // There is nothing to restore: the next push creates the item.
        case .rejected:
            reject([result.reason, result.field].compactMap(\.self).joined(separator: ": "), &progress)
        }
        return nil
    }

    /// Stops sending the entry. Where another device has brought back a deletion that is later than the unedited
    /// version here, the entry is deleted as by a pull, restorable if only this device has its content; else the person
    /// decides. Where they have decided to bring the entry back, and the vault had only lost the tombstone, the next
    /// operation restores it on the present one.
    private mutating func receiveGone(
        _ current: VaultItem?, epoch: EpochID, at now: Instant, _ progress: inout SyncProgress
    ) {
        if let current, current.state != .live, body != nil, base?.state == .lost, base?.content == .tombstone {
            base = Base(version: ItemBase(epoch: epoch, rev: current.rev), content: .tombstone, state: .deleted)
            return
        }
        guard let current, let body, let base, base.state == .lost, base.body == body,
            current.includes(base.version)
        else {
            let tombstone = current.flatMap { $0.state == .live ? nil : ItemBase(epoch: epoch, rev: $0.rev) }
            return markGone(at: tombstone, &progress)
        }
        let tombstone = ItemBase(epoch: epoch, rev: current.rev)
        self.base?.state = .current
        // The server's trash may hold older content: a lost move to the trash, when made again, brings none back.
        let isHere = current.state == .trashed && current.body != body
        trash = LocalTrash(state: isHere ? .restorableAtEnd : .erasedAtEnd, at: now, tombstone: tombstone)
    }

    /// True if the next operation makes an item where the vault has none. If an earlier attempt of it was applied,
    /// another device may have deleted the item since.
    private var mayCreateAgain: Bool {
        switch nextOperationType {
        case .create, .restore: true
        case .update: base?.state == .lost
        case .trash, .delete, nil: false
        }
    }

    /// Merges with the version that another device has stored, from the base that ``mergeBase(with:)`` returns, or from
    /// that version itself if this entry was made from it.
    private mutating func resolveConflict(
        with current: VaultItem?, isAncestor: Bool, sent: JSONObject?, _ deletion: DeletionDecision, epoch: EpochID,
        at now: Instant, copyID: SecretID, _ progress: inout SyncProgress
    ) -> LocalEntry? {
        // An answer with many conflicts leaves out some of their items. Without its item the next operation is answered
        // with a conflict again.
        guard let current else { return nil }
        if let fault = current.fault {
            reject(fault, &progress)
            return nil
        }
        let version = ItemBase(epoch: epoch, rev: current.rev)
        guard current.state == .live else {
            if body == nil, current.state == .trashed {
                base = Base(version: version, content: current.body.map(BaseContent.body) ?? base?.content ?? .unknown)
            } else {
                markGone(at: version, &progress)
            }
            return nil
        }
        guard let theirs = current.body else { return nil }
        let before = isAncestor ? theirs : mergeBase(with: current), isTrash = base?.content == .movedToTrash
        base = Base(of: current, version, body: theirs)
        (kind, schema) = (current.kind, current.schema)
        guard let ours = body else {
            switch deletion {
            case .yields: body = theirs
            case .stands: if isTrash { base?.content = .movedToTrash }
            }
            return nil
        }
        switch EntryMerge.merge(base: before, sent: sent, ours: ours, theirs: theirs, at: now) {
        case .merged(let merged, let replaced):
            body = merged
            keepAndReport(replaced, in: &progress)
            return nil
        case .conflict:
            body = theirs
            return conflictCopy(ours, as: copyID, at: now, &progress)
        }
    }

    /// The body from which both versions were made; nil if there is none.
    ///
    /// What the server has now was not made from a version that it lost, unless it includes this version or a later one
    /// of the same epoch, which another device brought back. Where the server had deleted the entry, another device has
    /// restored content of its own, which may be older than the content here.
    private func mergeBase(with current: VaultItem) -> JSONObject? {
        guard let base, base.state != .deleted else { return nil }
        return base.state != .lost || current.includes(base.version) ? base.body : nil
    }

    /// A new entry with this device's version of an entry whose server version could not be merged with it. It is made
    /// at the time of the conflict.
    func conflictCopy(
        _ ours: JSONObject, as id: SecretID, at now: Instant, _ progress: inout SyncProgress
    ) -> LocalEntry {
        progress.report.copies.append(id)
        return LocalEntry(id: id, kind: kind, schema: schema, base: nil, body: ours, createdAt: now, owner: owner)
    }

    /// Stops sending the entry until the person edits it or decides. An entry that was to be deleted shows again; if
    /// its content is erased here there is nothing to show, and the deletion stays to be sent.
    private mutating func reject(_ reason: String, _ progress: inout SyncProgress) {
        progress.report.rejected[id] = reason
        if body == nil, base?.body == nil { return }
        blocked = .rejected(reason)
        body = body ?? base?.body
    }

    /// Stops sending an entry that the server has deleted, and keeps this device's version until the person decides.
    /// An entry that was deleted here as well loses its base and thereby has nothing left; the caller removes it.
    ///
    /// - Parameter tombstone: the version on which an edit restores the entry; nil if the server has no tombstone, so
    ///   that an edit creates it.
    mutating func markGone(at tombstone: ItemBase?, _ progress: inout SyncProgress) {
        guard body != nil else {
            base = nil
            return
        }
        base = tombstone.map { Base(version: $0, content: base?.content ?? .tombstone, state: .deleted) }
        blocked = .gone
        progress.report.gone.append(id)
    }
}
