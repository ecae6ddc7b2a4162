import Contracts
import Domain
import Primitives
import VaultStore

extension OpResult {
    /// What became of an operation, as the wire says it.
    init(_ op: PushOp, _ outcome: PushOutcome) {
        self.init(opId: op.opId, id: op.id, outcome: outcome.word)
        tell(outcome)
        if case .replayed(let first) = outcome { self.first = first.word }
    }

    /// An operation refused before the store saw it.
    init(_ op: PushOp, refused reason: String, field: String?) {
        self.init(opId: op.opId, id: op.id, outcome: .rejected, reason: reason, field: field)
    }

    private mutating func tell(_ outcome: PushOutcome) {
        switch outcome {
        case .applied(let rev): self.rev = DecimalInt64(rev)
        case .copied(let id, let rev):
            self.id = id
            self.rev = DecimalInt64(rev)
        case .noop(let rev): self.rev = rev.map { DecimalInt64($0) }
        case .conflict(let current):
            self.current = VaultItem(current)
            rev = DecimalInt64(current.rev)
        case .gone(let tombstone):
            current = tombstone.map { VaultItem($0) }
            rev = tombstone.map { DecimalInt64($0.rev) }
        case .rejected(let rejection):
            reason = rejection.limit == nil ? rejection.rawValue : "limitReached"
            field = rejection.limit ?? rejection.field
        case .replayed(let first): tell(first)
        }
    }
}

extension PushOutcome {
    /// The wire's word. A copy was applied: the id in the result is the copy's.
    fileprivate var word: OpOutcome {
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
    /// The name of the limit that is reached, as `vault.info` has it; nil where it is not about a limit.
    var limit: String? {
        switch self {
        case .bodyTooLarge: "bytesPerBody"
        case .tooManyItems: "itemsPerAccount"
        case .accountFull: "bytesPerAccount"
        case .opIdReused, .opExpired, .unknownItem, .bodyRequired, .kindRequired, .kindDiffers, .baseUnknown,
            .copyIdRequired, .copyIdTaken, .notApplied:
            nil
        }
    }
}
