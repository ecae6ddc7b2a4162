import Domain
import Primitives

extension PushPlan {
    /// The result of comparing an operation's base with the row of its secret.
    struct BaseMatch {
        let base: SecretBase
        /// The operation's base if it was lost in a restore; nil otherwise.
        var lost: StoredSecret.LostVersion?
    }

    /// Compares an operation's base with the row of its secret; nil if the base is an operation that is not in the log.
    ///
    /// A rev of an ended epoch still names the same change up to the number at which the epoch ended. A higher one was
    /// lost in the restore, and so was every rev of an epoch that the account does not know.
    func match(_ op: SecretOp) -> BaseMatch? {
        let item = items[op.id]
        func ifCurrent(_ isCurrent: Bool) -> BaseMatch { BaseMatch(base: isCurrent ? .current : .stale) }
        switch op.base {
        case nil: return ifCurrent(false)
        case .anything: return ifCurrent(item != nil)
        case .operation(let id):
            guard let row = log[id] else { return nil }
            return ifCurrent(row.rev != nil && row.rev == item?.rev && row.outcome.hasRevOfNamedSecret)
        case .rev(nil, let rev), .rev(head.epoch, let rev):
            return ifCurrent(rev == item?.rev)
        case .rev(let epoch?, let rev):
            let end = facts.endedEpochs[epoch]
            if let end, rev <= end { return ifCurrent(rev == item?.rev) }
            let lost = StoredSecret.LostVersion(epoch: epoch, rev: rev)
            guard isOlder(item, than: lost, sharedUpTo: end ?? head.epochBase) else { return ifCurrent(false) }
            return BaseMatch(base: .lost, lost: lost)
        }
    }

    /// True if the vault has nothing newer than a lost version: there is no row, the row has not changed since the lost
    /// version's epoch ended, or a device brought it back from a lower lost rev of the same epoch. Hence of several lost
    /// versions of a secret the one with the highest rev wins, in whichever order the devices send them.
    ///
    /// - Parameter end: the number at which the lost version's epoch ended; for an unknown epoch, at which the epoch in
    ///   force began.
    private func isOlder(_ item: ItemRow?, than lost: StoredSecret.LostVersion, sharedUpTo end: Int64) -> Bool {
        guard let item, item.rev > end else { return true }
        return item.healedFrom.map { $0.epoch == lost.epoch && $0.rev < lost.rev } ?? false
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
