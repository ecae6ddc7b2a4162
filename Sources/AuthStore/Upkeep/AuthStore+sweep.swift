public import Primitives
import SQL

extension AuthStore {
    /// Removes what no rule needs any more, in transactions of at most `chunk` rows, and returns how many.
    ///
    /// Rows in use are left alone: what is claimed is old as it stands now. Records of why a session ended stay for the
    /// refresh life and a year. A rule that fails keeps no other from its work; the first failure is thrown at the end.
    /// Between two transactions it stops when the task is cancelled.
    @discardableResult
    public func sweep(at now: Instant, chunk: Int = 500) async throws -> Int {
        var removed = 0, failure: (any Error)?
        for rule in Self.rules {
            do {
                removed += try await untilDone(chunk) { try await sweep(rule, at: now, chunk) }
            } catch { failure = failure ?? error }
        }
        removed += try await untilDone(chunk) { try await sweepFeed(at: now, chunk: chunk) }
        if let failure { throw failure }
        return removed
    }

    private func untilDone(_ chunk: Int, _ step: () async throws -> Int) async throws -> Int {
        var removed = 0
        while !Task.isCancelled {
            let now = try await step()
            removed += now
            if now < chunk { break }
        }
        return removed
    }

    private func sweep(_ rule: Rule, at now: Instant, _ chunk: Int) async throws -> Int {
        try await database.write { transaction in
            try transaction.run(rule.statement(at: now, chunk))
            return transaction.changes
        }
    }

    struct Rule {
        let table: String, key: String, old: String
        let age: Duration

        func statement(at now: Instant, _ chunk: Int) -> Statement {
            Statement(
                """
                DELETE FROM \(table) WHERE (\(key)) IN (
                    SELECT \(key) FROM \(table) WHERE \(old) LIMIT $2 {claim})
                """, .at(now - age), .int(chunk))
        }
    }

    // swift-format-ignore
    static let rules = [
        Rule(table: "proof_seen", key: "thumbprint, jti", old: "expires < $1", age: .minutes(1)),
        Rule(table: "idempotency", key: "owner, thumbprint, method, request", old: "at < $1", age: .days(1)),
        Rule(table: "otp_challenge", key: "id", old: "expires < $1", age: .days(2)),
        Rule(table: "otp_streak", key: "phone_index, thumbprint", old: "at < $1 AND waits_until < $1", age: .days(30)),
        Rule(table: "registration", key: "phone_index, thumbprint", old: "expires < $1", age: .days(1)),
        Rule(table: "send_window", key: "scope, key", old: "until < $1", age: .minutes(1)),
        Rule(table: "quota", key: "name, period, shard", old: "period < $1", age: .minutes(1)),
        Rule(table: "outbox", key: "id", old: "created < $1 AND state IN ('sent', 'dropped', 'dead')", age: .days(2)),
        Rule(table: "session", key: "account, id", old: "expires < $1", age: .days(395)),
    ]

    /// Forgets old numbered events and raises the floor over them.
    private func sweepFeed(at now: Instant, chunk: Int) async throws -> Int {
        try await database.write { transaction in
            guard try transaction.first(Statement("SELECT 1 FROM feed WHERE id = 1 {claim}")) != nil else { return 0 }
            let row = try transaction.first(
                Statement(
                    """
                    SELECT MAX(seq) FROM (
                        SELECT seq, at FROM revocation_event WHERE seq IS NOT NULL ORDER BY seq LIMIT $2) AS first
                    WHERE at < $1
                    """, .at(now - .days(1)), .int(chunk)))
            guard let floor = try row?.intOrNil(0) else { return 0 }
            try transaction.run(Statement("DELETE FROM revocation_event WHERE seq <= $1", .integer(floor)))
            let removed = transaction.changes
            try transaction.run(Statement("UPDATE feed SET floor = $1 WHERE id = 1 AND floor < $1", .integer(floor)))
            return removed
        }
    }
}
