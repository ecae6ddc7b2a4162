import Domain
import Primitives
import SQL

/// The facility group of children: a child is in the group of one of its parents, and stays in it while one of them is.
enum ChildGroup {
    /// Puts a child, which is locked, into the group of a parent if none of its parents is in its present group. Its sessions
    /// end with `movedFacilityGroup`, and it gets a notice.
    /// - Parameter target: the group of the parent who has just been moved; nil to follow the one who has
    ///   been a parent for the longest time.
    static func update(
        _ child: AccountID, preferring target: GroupID? = nil, at now: Instant, in transaction: any Transaction
    ) throws {
        guard let account = try AccountTable.read(child, in: transaction) else { return }
        let groups = try ChildTable.standingsOfParents(child, in: transaction).map(\.group)
        guard !groups.contains(account.group), let group = target ?? groups.first else { return }
        try SessionEnding.endByMove(of: child, at: now, in: transaction)
        var effects = ChildAccessEffects(on: account, at: now, in: transaction)
        effects.binding = try ChildBindingTable.read(of: child, in: transaction)
        if effects.binding?.state == .authChild { try effects.carryOut(.appRestart) }
        try transaction.run(AccountTable.setGroup(group, of: child))
        try NoticeTable.append(.groupMoved, about: nil, of: child, at: now, in: transaction)
    }
}
