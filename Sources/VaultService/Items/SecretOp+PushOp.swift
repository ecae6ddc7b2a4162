import Contracts
import Domain
import Primitives
import StrictJSON
import VaultStore

extension SecretOp {
    /// Converts an operation of the contract. The body is stored in canonical form, so that equal bodies are equal
    /// bytes.
    init(_ op: PushOp) {
        self.init(
            op.type, op.id, opID: op.opId, base: Base(op), knownSeq: op.knownSeq.value, knownEpoch: op.knownEpoch,
            sharedSeq: op.sharedSeq?.value,
            content: op.body.map { body in
                Content(kind: op.kind, schema: op.schema.map { Int64($0) }, body: JSON.object(body).canonical())
            },
            copyID: op.copyId, onConflict: op.onConflict ?? .return, onGone: op.onGone ?? .return,
            force: op.force ?? false, bringsBack: op.bringsBack ?? false)
    }
}

extension SecretOp.Base {
    fileprivate init?(_ op: PushOp) {
        if let earlier = op.baseOp {
            self = .operation(earlier)
        } else if let base = op.base {
            self = .rev(epoch: base.epoch, rev: base.rev.value)
        } else {
            return nil
        }
    }
}
