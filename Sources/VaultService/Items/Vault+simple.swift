import Contracts
import JSONRPC
import Primitives
import StrictJSON
import VaultStore

extension Vault {
    /// What a simple call made of a secret.
    struct Made {
        let id: SecretID
        let rev: DecimalInt64
        let epoch: EpochID
    }

    /// Carries out one operation for a caller without a store of its own: what a device would be told as an outcome is
    /// a fault here.
    func carryOut(_ op: SecretOp, by caller: Admission) async throws -> Made {
        let account = caller.account
        let pushed = try await store.push([op], to: account, by: caller.device) { try caller.check() }
        if pushed.hasChanged { changes.ring(account) }
        guard let outcome = pushed.outcomes.first else { throw Fault(.internalError) }
        return Made(id: op.id, rev: DecimalInt64(try rev(after: outcome)), epoch: pushed.head.epoch)
    }

    /// The operation's id: the request's own, or a new one.
    func operation(_ request: RequestID?, of method: String, by caller: Admission) -> OperationID {
        request.map {
            store.operation(for: $0, method: method, of: caller.account, by: caller.device)
        } ?? random.id()
    }

    /// Makes sure that a body is of its kind.
    func check(_ body: JSONObject, of kind: String) throws {
        if let field = bodies.flaw(in: body, of: kind) { throw Fault(.bodyRefused, field: field) }
    }

    private func rev(after outcome: PushOutcome) throws -> Int64 {
        switch outcome {
        case .applied(let rev), .copied(_, let rev): return rev
        case .noop(let rev?): return rev
        case .noop(nil), .gone(tombstone: nil): throw Fault(.itemUnknown)
        case .conflict(let current): throw Fault(.conflict, detail: ["current": try VaultItem(current).json])
        case .gone(let tombstone?): throw Fault(.itemGone, detail: ["tombstone": try VaultItem(tombstone).json])
        case .replayed(let first): return try rev(after: first)
        case .rejected(let rejection): throw fault(rejection)
        }
    }

    private func fault(_ rejection: OpRejection) -> Fault {
        if let limit = rejection.limit { return .limit(limit) }
        switch rejection {
        case .opIdReused: return Fault(.requestIdReused, field: "requestId")
        case .unknownItem: return Fault(.itemUnknown)
        case .bodyRequired: return Fault(.bodyRefused, field: "body")
        case .kindRequired, .kindDiffers: return Fault(.bodyRefused, field: "kind")
        case .opExpired, .baseUnknown, .copyIdRequired, .copyIdTaken, .notApplied, .bodyTooLarge, .tooManyItems,
            .accountFull:
            return Fault(.internalError)
        }
    }
}
