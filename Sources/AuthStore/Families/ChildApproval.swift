import Domain
import Primitives
import SQL

/// The approval of children, which follows that of their parents: a child is approved while one of its parents is.
enum ChildApproval {
    /// Sets the approval of every child of an account whose own approval has changed in this transaction. The account is
    /// locked; the children are locked here, in the order of their identifiers, unless the transaction has locked them before
    /// (``LockedFamily/lockChildren(of:in:)``).
    static func updateChildren(of parent: AccountID, at now: Instant, in transaction: any Transaction) throws {
        for child in try ChildTable.children(of: parent, in: transaction) {
            guard try AccountTable.lock(child, in: transaction) != nil else { continue }
            try update(child, at: now, in: transaction)
        }
    }

    /// Checks that a person may become a parent of a child, whose family is locked. While a parent of the child is disapproved,
    /// only an operator or the administrator decides that it may be synchronised again: a person who was approved without a
    /// decision becomes no parent of it, who could otherwise be a second account of the disapproved one.
    /// - Throws: ``FamilyRefused/approvalRequired``.
    static func requireDecision(
        about person: AccountID, joining child: AccountID, in transaction: any Transaction
    ) throws {
        let standings = try ChildTable.standingsOfParents(child, in: transaction)
        guard standings.contains(where: { $0.approval == .disapprovedForSyncing }) else { return }
        guard let account = try AccountTable.read(person, in: transaction), account.approval == .approvedForSyncing,
            try DecisionTable.decides(approvalOf: account, in: transaction)
        else { throw FamilyRefused.approvalRequired }
    }

    /// Sets the approval of a child, which is locked.
    static func update(_ child: AccountID, at now: Instant, in transaction: any Transaction) throws {
        guard let present = try AccountTable.read(child, in: transaction)?.approval else { return }
        let isApproved = try ChildTable.standingsOfParents(child, in: transaction)
            .contains { $0.approval == .approvedForSyncing }
        let approval: ApprovalStatus = isApproved ? .approvedForSyncing : .waitingForApproval
        guard approval != present else { return }
        try transaction.run(AccountTable.setApproval(approval, of: child, reason: nil, at: now))
        try RevocationEventTable.append(.init(approval: approval), of: child, at: now, in: transaction)
    }
}
