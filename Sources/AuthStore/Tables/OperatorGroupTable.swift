import Primitives
import SQL

/// Statements on `operator_group`: the facility groups whose approvals an operator decides.
enum OperatorGroupTable {
    static func groups(of person: AccountID, in transaction: any Transaction) throws -> [GroupID] {
        try transaction.run(
            Statement(
                "SELECT facility_group FROM operator_group WHERE account = $1 ORDER BY facility_group",
                .identifier(person))
        ).map { try $0.enumValue(0) }
    }

    static func insert(_ group: GroupID, of person: AccountID) -> Statement {
        Statement(
            "INSERT INTO operator_group (account, facility_group) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            .identifier(person), .enumValue(group))
    }

    /// The groups of an operator in order of name, each with the time at which another operator has last confirmed many
    /// decisions in it. Locks the rows until the transaction ends.
    static func lockAll(
        of person: AccountID, in transaction: any Transaction
    ) throws -> [(group: GroupID, confirmed: Instant?)] {
        try confirmations(of: person, locking: "{lockRow}", in: transaction)
    }

    /// The same without a lock.
    static func confirmations(
        of person: AccountID, locking lock: String = "", in transaction: any Transaction
    ) throws -> [(group: GroupID, confirmed: Instant?)] {
        try transaction.run(
            Statement(
                """
                SELECT facility_group, bulk_confirmed_at FROM operator_group WHERE account = $1 ORDER BY facility_group
                \(lock)
                """, .identifier(person))
        ).map { (try $0.enumValue(0), try $0.instantOrNil(1)) }
    }

    /// True if the operator has the group.
    static func contains(
        _ group: GroupID, of person: AccountID, in transaction: any Transaction
    ) throws -> Bool {
        try transaction.first(
            Statement(
                "SELECT 1 FROM operator_group WHERE account = $1 AND facility_group = $2", .identifier(person),
                .enumValue(group))) != nil
    }

    /// Records that another operator has confirmed the decisions of this one in a group.
    static func confirmDecisions(of person: AccountID, in group: GroupID, at now: Instant) -> Statement {
        Statement(
            "UPDATE operator_group SET bulk_confirmed_at = $3 WHERE account = $1 AND facility_group = $2",
            .identifier(person), .enumValue(group), .instant(now))
    }

    static func delete(_ group: GroupID, of person: AccountID) -> Statement {
        Statement(
            "DELETE FROM operator_group WHERE account = $1 AND facility_group = $2", .identifier(person),
            .enumValue(group))
    }

    static func delete(of person: AccountID) -> Statement {
        Statement("DELETE FROM operator_group WHERE account = $1", .identifier(person))
    }
}
