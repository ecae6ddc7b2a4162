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

    /// True if the operator has the group; `locking` locks the row until the transaction ends.
    static func contains(
        _ group: GroupID, of person: AccountID, locking: Bool, in transaction: any Transaction
    ) throws -> Bool {
        try transaction.first(
            Statement(
                "SELECT 1 FROM operator_group WHERE account = $1 AND facility_group = $2"
                    + (locking ? " {lockRow}" : ""), .identifier(person), .enumValue(group))) != nil
    }

    static func delete(of person: AccountID) -> Statement {
        Statement("DELETE FROM operator_group WHERE account = $1", .identifier(person))
    }
}
