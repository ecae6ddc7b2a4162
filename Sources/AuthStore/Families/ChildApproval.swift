import Domain
import Primitives
import SQL

/// The approval of children, which follows that of their parents: a child is approved while one of its parents is.
enum ChildApproval {
    /// Sets the approval of every child of an account whose own approval has changed in this transaction. The account is
    /// locked; the children are locked here, in the order of their identifiers.
    static func updateChildren(of parent: AccountID, at now: Instant, in transaction: any Transaction) throws {
        for child in try ChildTable.children(of: parent, in: transaction) {
            guard try AccountTable.lock(child, in: transaction) != nil else { continue }
            try update(child, at: now, in: transaction)
        }
    }

    /// Sets the approval of a child, which is locked.
    static func update(_ child: AccountID, at now: Instant, in transaction: any Transaction) throws {
        guard let present = try AccountTable.read(child, in: transaction)?.approval else { return }
        let approval: ApprovalStatus =
            try ChildTable.hasApprovedParent(child, in: transaction) ? .approvedForSyncing : .waitingForApproval
        guard approval != present else { return }
        try transaction.run(AccountTable.setApproval(approval, of: child, reason: nil, at: now))
        try RevocationEventTable.append(.init(approval: approval), of: child, at: now, in: transaction)
    }
}
