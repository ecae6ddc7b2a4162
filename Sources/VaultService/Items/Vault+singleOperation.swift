import Contracts
import Interchange
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
        var op = op
        op.origin = caller.origin
        let pushed = try await store.push([op], to: account, by: caller.device, at: clock.now) { try caller.check() }
        if pushed.hasChanged { changes.notify(account) }
        metrics.countOperations(1)
        guard let outcome = pushed.outcomes.first else { throw Fault(.internalError) }
        if let shown = outcome.shown {
            if caller.mayRead { countReads(of: [shown], by: caller) }
            if shown.isUnreadable { reportUnreadable(shown) }
        }
        if outcome == .rejected(.unreadableVersion), let rev = op.version { reportUnreadable(op.id, rev: rev) }
        let rev = try rev(after: outcome, showsBody: caller.mayRead)
        return SingleResult(id: op.id, rev: DecimalInt64(rev), epoch: pushed.head.epoch)
    }

    /// The body with which a former version becomes the present one: with the larger counter of both if they are
    /// counter-based entries of one key.
    @Sendable static func restoredBody(_ former: [UInt8], over present: [UInt8]) -> [UInt8] {
        guard let version = (try? JSON(parsing: former))?.object, let body = (try? JSON(parsing: present))?.object
        else { return former }
        return JSON.object(CounterEntry.restored(version, over: body)).canonical()
    }

    /// The operation id of a call: derived from its `requestId`, or new if it has none.
    func operationID(_ request: RequestID?, of method: String, by caller: CallAuthorization) -> OperationID {
        request.map {
            store.operationID(
                for: $0, method: scope(of: method, for: caller), of: caller.account, by: caller.device)
        } ?? random.id()
    }

    /// The text in which a method's request ids are unique. A backend's never equal the device's own or another backend's.
    func scope(of method: String, for caller: CallAuthorization) -> String {
        caller.backend.map { "\(method) for \($0)" } ?? method
    }

    /// Checks that a body fits its kind.
    func check(_ body: JSONObject, of kind: String) throws {
        if let field = bodyValidator.invalidMember(of: body, kind: kind) { throw Fault(.bodyRefused, field: field) }
    }

    /// - Parameter showsBody: false for a caller that may change items and not read them: the item in a fault is then
    ///   without its body.
    private func rev(after outcome: PushOutcome, showsBody: Bool) throws -> Int64 {
        func shown(_ secret: StoredSecret) throws -> JSON {
            var item = VaultItem(secret)
            if !showsBody { item.body = nil }
            return try item.json
        }
        switch outcome {
        case .applied(let rev), .copied(_, let rev): return rev
        case .noop(let rev?): return rev
        case .noop(nil), .gone(current: nil): throw Fault(.itemUnknown)
        case .conflict(let current): throw Fault(.conflict, detail: ["current": try shown(current)])
        case .gone(let current?): throw Fault(.itemGone, detail: ["tombstone": try shown(current)])
        case .replayed(let first): return try rev(after: first, showsBody: showsBody)
        case .rejected(let rejection): throw fault(for: rejection)
        }
    }

    /// The fault that answers a rejected operation.
    func fault(for rejection: OpRejection) -> Fault {
        if let limit = rejection.limit { return .limit(limit) }
        switch rejection {
        case .opIdReused: return Fault(.requestIdReused, field: "requestId")
        case .unknownItem: return Fault(.itemUnknown)
        case .unknownVersion: return Fault(.versionUnknown)
        case .unreadableVersion: return Fault(.itemUnreadable)
        case .bodyRequired: return Fault(.bodyRefused, field: "body")
        case .kindRequired, .kindDiffers: return Fault(.bodyRefused, field: "kind")
        case .opExpired, .baseUnknown, .copyIdRequired, .copyIdTaken, .notApplied, .bodyTooLarge, .tooManyItems,
            .accountFull, .tooManyTombstones, .logFull, .storeFull:
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
