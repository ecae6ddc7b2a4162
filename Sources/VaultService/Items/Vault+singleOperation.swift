import Contracts
import JSONRPC
import Primitives
import StrictJSON
import VaultStore

extension Vault {
    /// The result of a single-operation method (`secret.*`).
    struct SingleResult {
        let id: SecretID
        let rev: DecimalInt64
        let epoch: EpochID
    }

    /// Applies one operation for a caller that stores nothing. Any outcome but success is thrown as a fault.
    func apply(_ op: SecretOp, by caller: CallAuthorization) async throws -> SingleResult {
        let account = caller.account
        let pushed = try await store.push([op], to: account, by: caller.device, at: clock.now) { try caller.check() }
        if pushed.hasChanged { changes.notify(account) }
        guard let outcome = pushed.outcomes.first else { throw Fault(.internalError) }
        countReads(of: [outcome.shown].compactMap(\.self), by: caller)
        return SingleResult(id: op.id, rev: DecimalInt64(try rev(after: outcome)), epoch: pushed.head.epoch)
    }

    /// The operation id of a call: derived from its `requestId`, or new if it has none.
    func operationID(_ request: RequestID?, of method: String, by caller: CallAuthorization) -> OperationID {
        request.map {
            store.operationID(for: $0, method: method, of: caller.account, by: caller.device)
        } ?? random.id()
    }

    /// Checks that a body fits its kind.
    func check(_ body: JSONObject, of kind: String) throws {
        if let field = bodyValidator.invalidMember(of: body, kind: kind) { throw Fault(.bodyRefused, field: field) }
    }

    private func rev(after outcome: PushOutcome) throws -> Int64 {
        switch outcome {
        case .applied(let rev), .copied(_, let rev): return rev
        case .noop(let rev?): return rev
        case .noop(nil), .gone(current: nil): throw Fault(.itemUnknown)
        case .conflict(let current): throw Fault(.conflict, detail: ["current": try VaultItem(current).json])
        case .gone(let current?): throw Fault(.itemGone, detail: ["tombstone": try VaultItem(current).json])
        case .replayed(let first): return try rev(after: first)
        case .rejected(let rejection): throw fault(for: rejection)
        }
    }

    private func fault(for rejection: OpRejection) -> Fault {
        if let limit = rejection.limit { return .limit(limit) }
        switch rejection {
        case .opIdReused: return Fault(.requestIdReused, field: "requestId")
        case .unknownItem: return Fault(.itemUnknown)
        case .unknownVersion: return Fault(.versionUnknown)
        case .unreadableVersion: return Fault(.itemUnreadable)
        case .bodyRequired: return Fault(.bodyRefused, field: "body")
        case .kindRequired, .kindDiffers: return Fault(.bodyRefused, field: "kind")
        case .opExpired, .baseUnknown, .copyIdRequired, .copyIdTaken, .notApplied, .bodyTooLarge, .tooManyItems,
            .accountFull, .tooManyTombstones, .logFull:
            return Fault(.internalError)
        }
    }
}

extension PushOutcome {
    /// The secret that the fault about an outcome shows; nil if there is none.
    fileprivate var shown: StoredSecret? {
        switch self {
        case .conflict(let current): current
        case .gone(let current): current
        case .replayed(let first): first.shown
        case .applied, .copied, .noop, .rejected: nil
        }
    }
}
