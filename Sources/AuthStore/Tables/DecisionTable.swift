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

    /// Selects the time of the last decision of a kind about an account; NULL if there is none.
    static func selectLastTime(of account: AccountID, _ kind: DecisionKind) -> Statement {
        Statement(
            "SELECT max(at) FROM decision WHERE account = $1 AND kind = $2", .identifier(account), .enumValue(kind))
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

    /// The operators who have made at least `count` decisions of some kinds after one moment and not after another, in the
    /// order of their identifiers; at most 200.
    static func busyOperators(
        kinds: [DecisionKind], after start: Instant, until end: Instant, count: Int, in transaction: any Transaction
    ) throws -> [AccountID] {
        try transaction.run(
            Statement(
                """
                SELECT actor FROM decision WHERE actor IS NOT NULL AND at > $1 AND at <= $2 AND kind IN
                    \(Statement.parameters(from: 4, count: kinds.count))
                GROUP BY actor HAVING COUNT(*) >= $3 ORDER BY actor LIMIT 200
                """, values: [.instant(start), .instant(end), .int(count)] + kinds.map { .enumValue($0) })
        ).map { try $0.identifier(0) }
    }

    /// A page of the decisions about people who belong to some groups now, the newest first; operators are left out.
    /// - Parameters:
    ///   - colleague: the operator who has made the decisions; nil for everybody.
    ///   - groups: nil for all people, also those who are deleted.
    static func read(
        by colleague: AccountID?, aboutPeopleOf groups: [GroupID]?, page: DecisionPage, in transaction: any Transaction
    ) throws -> [DecisionRecord] {
        var conditions = ["at <= $1"], values: [SQLValue] = [.instant(page.until)]
        if let colleague {
            values.append(.identifier(colleague))
            conditions.append("actor = $\(values.count)")
        }
        if let groups {
            let names = Statement.parameters(from: values.count + 1, count: groups.count)
            conditions.append(
                "account IN (SELECT a.id FROM account a WHERE a.kind <> 'operator' AND a.facility_group IN \(names))")
            values += groups.map { .enumValue($0) }
        }
        values.append(.int(page.limit))
        return try transaction.run(
            Statement(
                """
                SELECT \(DecisionRecord.columns(subject: "account")) FROM decision
                WHERE \(conditions.joined(separator: " AND "))
                ORDER BY at DESC, account, ordinal DESC LIMIT $\(values.count)
                """, values: values)
        ).map { try DecisionRecord($0, about: .account($0.identifier(0))) }
    }

    /// A page of the decisions, the newest first.
    /// - Parameter account: the account that was decided about; nil for all accounts.
    static func read(
        about account: AccountID?, page: DecisionPage, in transaction: any Transaction
    ) throws -> [DecisionRecord] {
        let columns = DecisionRecord.columns(subject: "account")
        let select =
            if let account {
                Statement(
                    """
                    SELECT \(columns) FROM decision WHERE account = $1 AND at <= $2 ORDER BY ordinal DESC LIMIT $3
                    """, .identifier(account), .instant(page.until), .int(page.limit))
            } else {
                Statement(
                    """
                    SELECT \(columns) FROM decision WHERE at <= $1 ORDER BY at DESC, account, ordinal DESC LIMIT $2
                    """, .instant(page.until), .int(page.limit))
            }
        return try transaction.run(select).map { try DecisionRecord($0, about: .account($0.identifier(0))) }
    }
}
