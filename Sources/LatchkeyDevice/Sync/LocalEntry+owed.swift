import Contracts
import Domain
import Primitives
import StrictJSON

extension LocalEntry {
    /// The operation that would bring the server to what the person wants; nil where nothing is owed.
    ///
    /// What was sent and not answered comes first, word for word: an op whose outcome is unknown is never rewritten.
    func owed(knownSeq: DecimalInt64, id operation: OperationID) -> PushOp? {
        if let sent { return sent }
        guard parked == nil, hasUnsentEdits else { return nil }
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
