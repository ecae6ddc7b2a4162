import Contracts
import Domain
import Primitives
import VaultStore

extension OpResult {
    /// The result of an operation that the store decided.
    ///
    /// - Parameter shown: the items that the results before it show.
    init(_ op: PushOp, _ outcome: PushOutcome, _ shown: inout ShownItems) {
        self.init(opId: op.opId, id: op.id, outcome: outcome.wireValue)
        setMembers(from: outcome, &shown)
        if case .replayed(let first) = outcome { self.first = first.wireValue }
    }

    /// The result of an operation that was rejected before the store decided it.
    init(_ op: PushOp, rejectedFor reason: String, field: String?) {
        self.init(opId: op.opId, id: op.id, outcome: .rejected, reason: reason, field: field)
    }

    private mutating func setMembers(from outcome: PushOutcome, _ shown: inout ShownItems) {
        switch outcome {
        case .applied(let rev): self.rev = DecimalInt64(rev)
        case .copied(let id, let rev):
            self.id = id
            self.rev = DecimalInt64(rev)
        case .noop(let rev): self.rev = rev.map { DecimalInt64($0) }
        case .conflict(let current):
            self.current = shown.show(current)
            rev = DecimalInt64(current.rev)
        case .gone(let current):
            self.current = current.flatMap { shown.show($0) }
            rev = current.map { DecimalInt64($0.rev) }
        case .rejected(let rejection):
            reason = rejection.limit == nil ? rejection.rawValue : "limitReached"
            field = rejection.limit ?? rejection.field
        case .replayed(let first): setMembers(from: first, &shown)
        }
    }
}

extension PushOutcome {
    /// The value of `outcome`. A copy counts as applied; the result's `id` is then the copy's.
    fileprivate var wireValue: OpOutcome {
        switch self {
        case .applied, .copied: .applied
        case .noop: .noop
        case .conflict: .conflict
        case .gone: .gone
        case .rejected: .rejected
        case .replayed: .replayed
        }
    }
}

extension OpRejection {
    /// The name of the exceeded limit in the answer of `vault.info`; nil if the rejection is not about a limit.
    var limit: String? {
        switch self {
        case .bodyTooLarge: "bytesPerBody"
        case .tooManyItems: "itemsPerAccount"
        case .accountFull: "bytesPerAccount"
        case .tooManyTombstones: "tombstonesPerAccount"
        case .logFull: "operationsPerAccount"
        case .storeFull: "bytesOfAllAccounts"
        case .opIdReused, .opExpired, .unknownItem, .unknownVersion, .unreadableVersion, .bodyRequired, .kindRequired,
            .kindDiffers, .baseUnknown,
            .copyIdRequired, .copyIdTaken, .notApplied:
            nil
        }
    }
}
