import Domain
import Primitives

extension PushPlan {
    /// The result of comparing an operation's base with the row of its secret.
    struct BaseMatch {
        let base: SecretBase
        /// The operation's base if it was lost in a restore and the vault has nothing newer; nil otherwise.
        var lost: StoredSecret.LostVersion?
        /// True if the base was lost in a restore, and the body was made from it or from a later version of its epoch.
        var isIncluded = false
    }

    /// Compares an operation's base with the row of its secret; nil if the base is an operation that is not in the log.
    ///
    /// A rev of an ended epoch still names the same change up to the number at which the epoch ended. A higher one was
    /// lost in the restore. For an epoch that the account does not know the operation states this number
    /// (``SecretOp/sharedSeq``); the epoch in force cannot be a part of what is the same.
    func match(_ op: SecretOp) -> BaseMatch? {
        let item = items[op.id]
        func ifCurrent(_ isCurrent: Bool) -> BaseMatch { BaseMatch(base: isCurrent ? .current : .stale) }
        switch op.base {
        case nil: return ifCurrent(false)
        // If the secret is absent, no operation depends on whether its base is current.
        case .anything: return ifCurrent(true)
        case .operation(let id):
            guard let row = log[id] else { return nil }
            return ifCurrent(row.rev == item?.rev && row.outcome.hasRevOfNamedSecret)
        case .rev(nil, let rev), .rev(head.epoch, let rev):
            return ifCurrent(rev == item?.rev)
        case .rev(let epoch?, let rev):
            let end = facts.formerEpochs[epoch] ?? min(op.sharedSeq ?? 0, head.previousEpochEnd)
            if rev <= end { return ifCurrent(rev == item?.rev) }
            return matchLost(StoredSecret.LostVersion(epoch: epoch, rev: rev), of: op, sharedUpTo: end)
        }
    }

    /// Compares a lost version with the row.
    ///
    /// The vault has nothing newer if there is no row, if the row has not changed since the lost version's epoch ended,
    /// or if it repeats a lower lost rev of the same epoch. Hence of several lost versions of a secret the one with the
    /// highest rev wins, in whichever order the devices send them. A row that was edited since may not contain a higher
    /// lost rev, and is never replaced by it. A row that repeats the very lost version is the version that the
    /// operation was made from, unless the operation brings it back too: then both must have the same content.
    ///
    /// A deletion made since has a tombstone with a rev above `end`. ``HeadRow/floor`` says whether one may have been erased,
    /// and with it the proof that the secret was deleted.
    ///
    /// - Parameter end: the last number up to which the lost version's history is the present one.
    private func matchLost(_ lost: StoredSecret.LostVersion, of op: SecretOp, sharedUpTo end: Int64) -> BaseMatch {
        guard let item = items[op.id] else {
            return head.floor > end ? BaseMatch(base: .lostBeforeErasure) : BaseMatch(base: .lost, lost: lost)
        }
        guard item.rev > end else { return BaseMatch(base: .lost, lost: lost) }
        if let repeated = item.broughtBack, repeated.epoch == lost.epoch, repeated.rev <= lost.rev {
            if repeated.rev < lost.rev { return BaseMatch(base: .lost, lost: lost) }
            return BaseMatch(base: op.bringsBack ? .stale : .current)
        }
        let isIncluded = item.includes.map { $0.epoch == lost.epoch && $0.rev >= lost.rev } ?? false
        return BaseMatch(base: .stale, isIncluded: isIncluded)
    }
}

extension OpRow.Outcome {
    /// True if the operation left the named secret with the logged rev, so that the rev can be a later base.
    fileprivate var hasRevOfNamedSecret: Bool {
        switch self {
        case .applied, .noop: true
        case .copied, .conflict, .gone: false
        }
    }
}
