import Contracts
import Domain
import Primitives

extension LocalEntry {
    /// The kind of operation that would bring the server to the person's version; nil where there is nothing to send.
    var nextOperationType: SecretOperation? {
        guard blocked == nil, trash == nil, hasUnsentEdits else { return nil }
        return switch (base?.state, body) {
        case (.kept, _), (.deleted, nil): nil
        case (nil, _): .create
        case (.deleted, _): .restore
        case (.current, nil), (.returned, nil), (.lost, nil): base?.content == .movedToTrash ? .trash : .delete
        case (.current, _), (.returned, _), (.lost, _): .update
        }
    }

    /// Returns the operation that would bring the server to the person's version; nil where there is nothing to send.
    ///
    /// An operation in flight is returned unchanged: while its outcome is unknown it must not be rewritten. The base of
    /// a lost version is the lost version itself, so that the highest lost one wins, whichever device sends first.
    ///
    /// - Parameters:
    ///   - knownSeq: the vault's head as this device knows it.
    ///   - knownEpoch: the epoch of that head.
    ///   - operation: the id of a new operation.
    func nextOperation(knownSeq: DecimalInt64, knownEpoch: EpochID? = nil, id operation: OperationID) -> PushOp? {
        if let inFlight { return inFlight }
        guard let type = nextOperationType else { return nil }
        let isDeletion = type == .delete || type == .trash
        return PushOp(
            opId: operation, type: type, id: id, kind: isDeletion ? nil : kind, schema: isDeletion ? nil : schema,
            base: base?.version, knownSeq: knownSeq, knownEpoch: knownEpoch, body: body, bringsBack: bringsBack)
    }

    /// True if the operation only repeats the lost version: the entry was not edited since, or the version is a
    /// deletion or a move to the trash. An edit or a deletion made here on a lost version is a change of its own.
    private var bringsBack: Bool? {
        guard let base, base.state == .lost else { return nil }
        return (body == nil ? base.content.isDeletion : body == base.body) ? true : nil
    }
}
