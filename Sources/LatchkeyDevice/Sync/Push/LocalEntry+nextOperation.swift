import Contracts
import Domain
import Primitives
import StrictJSON

extension LocalEntry {
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
        guard isOwed else { return nil }
        switch (base?.state, body) {
        case (.kept, _), (nil, nil), (.deleted, nil): return nil
        case (nil, let body?): return op(.create, operation, knownSeq, knownEpoch, body)
        case (.deleted, let body?): return op(.restore, operation, knownSeq, knownEpoch, body)
        case (.current, let body?), (.returned, let body?), (.lost, let body?):
            return op(.update, operation, knownSeq, knownEpoch, body)
        case (.current, nil), (.returned, nil), (.lost, nil):
            return PushOp(
                opId: operation, type: .delete, id: id, base: base?.version, knownSeq: knownSeq, knownEpoch: knownEpoch)
        }
    }

    private func op(
        _ type: SecretOperation, _ operation: OperationID, _ knownSeq: DecimalInt64, _ knownEpoch: EpochID?,
        _ body: JSONObject
    ) -> PushOp {
        PushOp(
            opId: operation, type: type, id: id, kind: kind, schema: schema, base: base?.version, knownSeq: knownSeq,
            knownEpoch: knownEpoch, body: body)
    }
}
