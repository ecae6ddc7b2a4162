import Audit
import Domain
import Primitives
import SQL

/// Statements on `group_decision`, the decisions about facility groups. The column `actor` is NULL for the administrator.
enum GroupDecisionTable {
    /// Records a decision, also in the audit log. The transaction has locked or inserted the group's row before, so that the numbers are unique.
    static func append(
        _ decision: Decision, about group: GroupID, at now: Instant, in transaction: any Transaction
    ) throws {
        try transaction.run(insert(decision, about: group, at: now))
        try transaction.audit(.init(.decision, decision.kind, account: nil, at: now))
    }

    private static func insert(_ decision: Decision, about group: GroupID, at now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO group_decision (facility_group, ordinal, at, kind, actor, from_value, to_value, reason)
            VALUES ($1, (SELECT COALESCE(MAX(ordinal), 0) + 1 FROM group_decision WHERE facility_group = $1),
                $2, $3, $4, $5, $6, $7)
            """,
            .enumValue(group), .instant(now), .enumValue(decision.kind), .identifierOrNull(decision.actor.account),
            .textOrNull(decision.from), .textOrNull(decision.to), .textOrNull(decision.reason))
    }

    /// A page of the decisions, the newest first.
    /// - Parameter group: the group that was decided about; nil for all groups.
    static func read(
        about group: GroupID?, page: DecisionPage, in transaction: any Transaction
    ) throws -> [DecisionRecord] {
        let columns = DecisionRecord.columns(subject: "facility_group")
        let select =
            if let group {
                Statement(
                    """
                    SELECT \(columns) FROM group_decision WHERE facility_group = $1 AND at <= $2
                    ORDER BY ordinal DESC LIMIT $3
                    """, .enumValue(group), .instant(page.until), .int(page.limit))
            } else {
                Statement(
                    """
                    SELECT \(columns) FROM group_decision WHERE at <= $1
                    ORDER BY at DESC, facility_group, ordinal DESC LIMIT $2
                    """, .instant(page.until), .int(page.limit))
            }
        return try transaction.run(select).map { try DecisionRecord($0, about: .group($0.enumValue(0))) }
    }
}
