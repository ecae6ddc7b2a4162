import Contracts
import Domain
import Primitives

extension LocalEntry {
    /// Returns the operation that would bring the server to the person's version; nil where there is nothing to send.
    ///
    /// An operation in flight is returned unchanged: while its outcome is unknown it must not be rewritten.
    func nextOperation(knownSeq: DecimalInt64, id operation: OperationID) -> PushOp? {
        if let inFlight { return inFlight }
        guard rejectedReason == nil, hasUnsentEdits else { return nil }
        switch (base, body) {
        case (nil, nil): return nil
        case (nil, let body?):
            return PushOp(opId: operation, type: .create, id: id, kind: kind, knownSeq: knownSeq, body: body)
        case (let base?, let body?):
            return PushOp(
                opId: operation, type: .update, id: id, kind: kind, base: base.version, knownSeq: knownSeq, body: body)
        case (let base?, nil):
            return PushOp(opId: operation, type: .delete, id: id, base: base.version, knownSeq: knownSeq)
        }
    }
}
