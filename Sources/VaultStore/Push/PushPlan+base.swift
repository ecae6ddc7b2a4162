import Primitives

extension PushPlan {
    /// The result of comparing an operation's base with the row of its secret.
    struct BaseMatch {
        /// True if the operation may replace the row: the row is still the operation's base, or older than the lost
        /// rev that the operation brings back. False if there is no row.
        let isCurrent: Bool
        /// The operation's base if it was lost in a restore and the operation may bring it back; nil otherwise.
        var lostRev: ItemRow.LostRev?
    }

    /// Compares an operation's base with the row of its secret; nil if the base is an operation that is not in the log.
    ///
    /// A rev of an ended epoch still names the same change up to the number at which the epoch ended. A higher one was
    /// lost in the restore. A lost rev may replace the row if the row has not changed since the restore, or was itself
    /// brought back from a lower lost rev of the same epoch: the highest lost rev wins, in whichever order the devices
    /// send them. A rev of an unknown epoch never matches.
    func match(_ op: SecretOp) -> BaseMatch? {
        let item = items[op.id]
        switch op.base {
        case nil: return BaseMatch(isCurrent: false)
        case .anything: return BaseMatch(isCurrent: item != nil)
        case .operation(let id):
            guard let row = log[id] else { return nil }
            return BaseMatch(isCurrent: row.rev != nil && row.rev == item?.rev && row.outcome.hasRevOfNamedSecret)
        case .rev(nil, let rev), .rev(head.epoch, let rev):
            return BaseMatch(isCurrent: rev == item?.rev)
        case .rev(let epoch?, let rev):
            guard let end = facts.endedEpochs[epoch] else { return BaseMatch(isCurrent: false) }
            if rev <= end { return BaseMatch(isCurrent: rev == item?.rev) }
            let lost = ItemRow.LostRev(epoch: epoch, rev: rev)
            guard let item else { return BaseMatch(isCurrent: false, lostRev: lost) }
            let isNewer = item.healedFrom.map { $0.epoch == epoch && $0.rev < rev } ?? (item.rev <= end)
            return isNewer ? BaseMatch(isCurrent: true, lostRev: lost) : BaseMatch(isCurrent: false)
        }
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
