import Domain
import Primitives
import SQL

/// Statements on `child` and `child_parent`.
enum ChildTable {
    /// The largest number of children of one parent.
    static let maximumChildren = 20
    /// The largest number of parents of one child.
    static let maximumParents = 4

    static func insert(_ child: AccountID, named name: String) -> Statement {
        Statement(
            "INSERT INTO child (account, name, pin_generation) VALUES ($1, $2, 0)", .identifier(child), .text(name))
    }

    /// The name that a parent gave to a child; nil if the account is no child's.
    static func name(of child: AccountID, in transaction: any Transaction) throws -> String? {
        try transaction.first(Statement("SELECT name FROM child WHERE account = $1", .identifier(child)))?.text(0)
    }

    /// Makes an account a parent of a child; changes nothing if it is one.
    static func addParent(_ parent: AccountID, of child: AccountID, at now: Instant) -> Statement {
        Statement(
            "INSERT INTO child_parent (child, parent, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            .identifier(child), .identifier(parent), .instant(now))
    }

    static func removeParent(_ parent: AccountID, of child: AccountID) -> Statement {
        Statement(
            "DELETE FROM child_parent WHERE child = $1 AND parent = $2", .identifier(child), .identifier(parent))
    }

    /// The parents of a child, in the order of their identifiers.
    static func parents(of child: AccountID, in transaction: any Transaction) throws -> [AccountID] {
        try transaction.run(
            Statement("SELECT parent FROM child_parent WHERE child = $1 ORDER BY parent", .identifier(child))
        ).map { try $0.identifier(0) }
    }

    /// The parents of a child with the times at which they became parents, in the order of their identifiers.
    static func parentsWithTimes(
        of child: AccountID, in transaction: any Transaction
    ) throws -> [(parent: AccountID, since: Instant)] {
        try transaction.run(
            Statement("SELECT parent, since FROM child_parent WHERE child = $1 ORDER BY parent", .identifier(child))
        ).map { (try $0.identifier(0), try $0.instant(1)) }
    }

    /// The first children that have no parent, in the order of their identifiers.
    static func withoutParent(limit: Int, in transaction: any Transaction) throws -> [AccountID] {
        try transaction.run(
            Statement(
                """
                SELECT account FROM child c
                WHERE NOT EXISTS (SELECT 1 FROM child_parent p WHERE p.child = c.account) ORDER BY account LIMIT $1
                """, .int(limit))
        ).map { try $0.identifier(0) }
    }

    /// The children of a parent, in the order of their identifiers.
    static func children(of parent: AccountID, in transaction: any Transaction) throws -> [AccountID] {
        try transaction.run(
            Statement("SELECT child FROM child_parent WHERE parent = $1 ORDER BY child", .identifier(parent))
        ).map { try $0.identifier(0) }
    }

    /// The condition that the parent of a row `p` of `child_parent` is the only one of the child.
    static let isOnlyParent =
        "NOT EXISTS (SELECT 1 FROM child_parent o WHERE o.child = p.child AND o.parent <> p.parent)"

    /// The children that have no other parent than this one, in the order of their identifiers.
    static func childrenOfOnly(_ parent: AccountID, in transaction: any Transaction) throws -> [AccountID] {
        try transaction.run(
            Statement(
                """
                SELECT child FROM child_parent p WHERE parent = $1 AND \(isOnlyParent) ORDER BY child
                """, .identifier(parent))
        ).map { try $0.identifier(0) }
    }

    /// The approvals and the facility groups of the parents of a child, the one who has been its parent for the longest time first.
    static func standingsOfParents(
        _ child: AccountID, in transaction: any Transaction
    ) throws -> [(approval: ApprovalStatus, group: GroupID)] {
        try transaction.run(
            Statement(
                """
                SELECT a.approval, a.facility_group FROM child_parent p JOIN account a ON a.id = p.parent
                WHERE p.child = $1 ORDER BY p.since, p.parent
                """, .identifier(child))
        ).map { (try $0.enumValue(0), try $0.enumValue(1)) }
    }

    /// The generation of the last PIN of the child on any device; 0 if it has had none.
    static func lastPINGeneration(of child: AccountID, in transaction: any Transaction) throws -> Int64 {
        let former =
            try transaction.first(
                Statement("SELECT pin_generation FROM child WHERE account = $1", .identifier(child)))?.int(0) ?? 0
        return max(former, try PINTable.lastGeneration(of: child, in: transaction))
    }

    /// True if a child has or had a bound device. Rows of devices that were not used for long are deleted; the generation of
    /// the child's last PIN stays.
    static func hasHadDevice(_ child: AccountID, in transaction: any Transaction) throws -> Bool {
        try lastPINGeneration(of: child, in: transaction) > 0
            || !AccountDeviceTable.all(of: child, in: transaction).isEmpty
    }

    /// Deletes the PIN, its challenges and the unlock share of a child, and keeps the generation of the PIN.
    static func deletePIN(of child: AccountID) -> [Statement] {
        [
            Statement(
                """
                UPDATE child SET pin_generation =
                    (SELECT MAX(last_generation) FROM unlock_share WHERE account = $1)
                WHERE account = $1 AND EXISTS (SELECT 1 FROM unlock_share WHERE account = $1)
                """, .identifier(child))
        ] + PINTable.delete(of: child) + [PINTable.deleteShare(of: child)]
    }

    /// Deletes what concerns an account as a child and as a parent.
    static func delete(_ account: AccountID) -> [Statement] {
        [
            Statement("DELETE FROM child WHERE account = $1", .identifier(account)),
            Statement("DELETE FROM child_parent WHERE child = $1 OR parent = $1", .identifier(account)),
            Statement("DELETE FROM family_invite WHERE child = $1 OR made_by = $1", .identifier(account)),
            Statement("DELETE FROM invite_ticket WHERE child = $1", .identifier(account)),
            Statement("DELETE FROM child_binding WHERE child = $1", .identifier(account)),
        ]
    }
}
