import Audit
import Domain
import Primitives
import SQL

/// Statements on `decision`, the decisions of operators and of the administrator about accounts. The column `actor` is
/// NULL for the administrator.
enum DecisionTable {
    /// Records a decision, also in the audit log. The transaction has locked the account's row before, so that the numbers are unique.
    static func append(
        _ decision: Decision, about account: AccountID, at now: Instant, in transaction: any Transaction
    ) throws {
        try transaction.run(insert(decision, about: account, at: now))
        try transaction.audit(.init(.decision, decision.kind, account: account, at: now))
    }

    private static func insert(_ decision: Decision, about account: AccountID, at now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO decision (account, ordinal, at, kind, actor, from_value, to_value, reason)
            VALUES ($1, (SELECT COALESCE(MAX(ordinal), 0) + 1 FROM decision WHERE account = $1), $2, $3, $4, $5, $6, $7)
            """,
            .identifier(account), .instant(now), .enumValue(decision.kind), .identifierOrNull(decision.actor.account),
            .textOrNull(decision.from), .textOrNull(decision.to), .textOrNull(decision.reason))
    }

    /// True if the account's approval is what an operator or the administrator last decided, and not what the service has
    /// set since.
    static func decides(approvalOf account: AccountRecord, in transaction: any Transaction) throws -> Bool {
        try transaction.first(
            Statement(
                "SELECT 1 FROM decision WHERE account = $1 AND kind = $2 AND at = $3 LIMIT 1", .identifier(account.id),
                .enumValue(DecisionKind.approval), .instant(account.approvalSince))) != nil
    }

    /// The number of decisions of some kinds that an operator has made after one moment and not after another; `limit` if
    /// there are more.
    static func count(
        by actor: AccountID, kinds: [DecisionKind], after start: Instant, until end: Instant, limit: Int,
        in transaction: any Transaction
    ) throws -> Int {
        let row = try transaction.first(
            Statement(
                """
                SELECT COUNT(*) FROM (
                    SELECT 1 AS one FROM decision WHERE actor = $1 AND at > $2 AND at <= $3 AND kind IN
                        \(Statement.parameters(from: 5, count: kinds.count)) LIMIT $4) AS counted
                """,
                values: [.identifier(actor), .instant(start), .instant(end), .int(limit)]
                    + kinds.map { .enumValue($0) }))
        return Int(try row?.int(0) ?? 0)
    }

    /// The newest decisions, at most `limit`.
    /// - Parameter account: the account that was decided about; nil for all accounts.
    static func read(
        about account: AccountID?, limit: Int, in transaction: any Transaction
    ) throws -> [DecisionRecord] {
        let columns = DecisionRecord.columns(subject: "account")
        let select =
            if let account {
                Statement(
                    "SELECT \(columns) FROM decision WHERE account = $1 ORDER BY ordinal DESC LIMIT $2",
                    .identifier(account), .int(limit))
            } else {
                Statement(
                    "SELECT \(columns) FROM decision ORDER BY at DESC, account, ordinal DESC LIMIT $1", .int(limit))
            }
        return try transaction.run(select).map { try DecisionRecord($0, about: .account($0.identifier(0))) }
    }
}
