public import Primitives
import SQL

extension AuthStore {
    /// Takes up entries that are due, at most `limit`, and marks them as being sent before anything is sent.
    ///
    /// A message with a code taken up once is never taken up again: if its fate is not known, it is lost, not doubled.
    /// A call to the vault is taken up again after `patience` without an answer. A message past its end is dropped, also
    /// one that nobody has settled: its content is erased.
    public func takeUp(_ limit: Int, patience: Duration, at now: Instant) async throws -> [OutboxEntry] {
        let isIdle = try await database.read { transaction in
            try transaction.first(
                Statement(
                    """
                    SELECT 1 FROM outbox
                    WHERE due <= $1 AND (state = 'ready' OR (state = 'sending' AND (kind = 'purge' OR expires <= $1)))
                    LIMIT 1
                    """, .at(now))) == nil
        }
        if isIdle { return [] }
        return try await database.write { transaction in
            try transaction.run(
                Statement(
                    """
                    UPDATE outbox SET state = 'dropped', sealed = NULL WHERE id IN (
                        SELECT id FROM outbox WHERE state IN ('ready', 'sending') AND due <= $1 AND expires <= $1 {claim})
                    """, .at(now)))
            let due = try transaction.run(
                Statement(
                    """
                    SELECT id FROM outbox
                    WHERE due <= $1 AND (state = 'ready' OR (state = 'sending' AND kind = 'purge'))
                    ORDER BY due LIMIT $2 {claim}
                    """, .at(now), .int(limit)))
            return try transaction.batch(
                due.map { row in
                    Statement(
                        """
                        UPDATE outbox SET state = 'sending', attempts = attempts + 1, due = $2 WHERE id = $1
                        RETURNING \(OutboxEntry.columns)
                        """, row[0], .at(now + patience))
                }
            ).flatMap { try $0.map { try OutboxEntry($0) } }
        }
    }

    /// What came of sending an entry.
    public enum Sent: Sendable, Hashable {
        /// It arrived, or may have: it is not sent again, and its content is erased.
        case done
        /// It surely did not arrive: it is due again later, unless its challenge or its account ends before.
        case retry(at: Instant)
        /// It never will: it is kept, without content, for an operator to see.
        case dead
    }

    /// Settles an entry that was taken up.
    public func settle(_ entry: EventID, _ sent: Sent) async throws {
        _ = try await database.write { transaction in
            switch sent {
            case .done:
                try transaction.run(
                    Statement("UPDATE outbox SET state = 'sent', sealed = NULL WHERE id = $1", .id(entry)))
            case .retry(let due):
                try transaction.run(
                    Statement(
                        "UPDATE outbox SET state = 'ready', due = $2 WHERE id = $1 AND state = 'sending'", .id(entry),
                        .at(due)))
            case .dead:
                try transaction.run(
                    Statement("UPDATE outbox SET state = 'dead', sealed = NULL WHERE id = $1", .id(entry)))
            }
        }
    }

    /// How many entries are in each state, by kind: for metrics.
    public func outboxCounts() async throws -> [(kind: String, state: String, count: Int)] {
        try await database.read { transaction in
            try transaction.run(Statement("SELECT kind, state, COUNT(*) FROM outbox GROUP BY kind, state")).map {
                (try $0.text(0), try $0.text(1), Int(try $0.int(2)))
            }
        }
    }
}
