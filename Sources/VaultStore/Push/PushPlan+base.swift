import Primitives

extension PushPlan {
    /// How an operation's base stands to the row it names.
    struct Fit {
        /// The row is still what the maker knew, or what it brings back is newer than what is there.
        let isCurrent: Bool
        /// Set when the base was lost in a restore: what the maker's copy was in the lost timeline.
        let healed: ItemRow.Healed?
    }

    /// Compares the base; nil where it names an operation nobody knows.
    ///
    /// A rev of an ended epoch means the same today up to the number at which that epoch was left. Above it the rev was
    /// lost: then it counts as current if the row has not changed since, or was brought back from a lower lost rev.
    func fit(of op: SecretOp) -> Fit? {
        let item = items[op.id]
        switch op.base {
        case nil: return Fit(isCurrent: false, healed: nil)
        case .anything: return Fit(isCurrent: item != nil, healed: nil)
        case .operation(let id):
            guard let entry = log[id] else { return nil }
            return Fit(isCurrent: entry.rev != nil && entry.rev == item?.rev && entry.outcome.isOfItsOwn, healed: nil)
        case .rev(nil, let rev), .rev(head.epoch, let rev):
            return Fit(isCurrent: rev == item?.rev, healed: nil)
        case .rev(let epoch?, let rev):
            guard let left = facts.chain[epoch] else { return Fit(isCurrent: false, healed: nil) }
            if rev <= left { return Fit(isCurrent: rev == item?.rev, healed: nil) }
            let lost = ItemRow.Healed(epoch: epoch, rev: rev)
            guard let item else { return Fit(isCurrent: false, healed: lost) }
            let isNewer = item.healed.map { $0.epoch == epoch && $0.rev < rev } ?? (item.rev <= left)
            return isNewer ? Fit(isCurrent: true, healed: lost) : Fit(isCurrent: false, healed: nil)
        }
    }
}

extension OpTable.Outcome {
    /// Whether the rev kept with it is of the secret the operation named, and not of a copy.
    fileprivate var isOfItsOwn: Bool {
        switch self {
        case .applied, .noop: true
        case .copied, .conflict, .gone: false
        }
    }
}
