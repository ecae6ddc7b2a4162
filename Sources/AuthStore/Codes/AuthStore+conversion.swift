public import Primitives
import SQL

extension AuthStore {
    /// Stops a prefix for an hour when fewer than 10 of the last 100 codes sent to it, each used or past its end, were
    /// used: somebody earns by the messages. Returns when it may go on if this call has stopped it, else nil.
    ///
    /// Codes sent before a former stop ended are not held against it again.
    public func judgePrefix(_ prefix: String, at now: Instant) async throws -> Instant? {
        let isBad = try await database.read { transaction in
            let stop = try transaction.first(
                Statement("SELECT until FROM prefix_stop WHERE prefix = $1", .text(prefix)))
            let until = try stop?.instant(0)
            if let until, until > now { return false }
            let row = try transaction.first(
                Statement(
                    """
                    SELECT COUNT(*), COUNT(used_at) FROM (
                        SELECT used_at FROM otp_challenge
                        WHERE prefix = $1 AND created > $2 AND (expires <= $3 OR used_at IS NOT NULL)
                        ORDER BY created DESC LIMIT 100) AS recent
                    """, .text(prefix), .at(until ?? Instant(ms: 0)), .at(now)))
            let sent = try row?.int(0) ?? 0, used = try row?.int(1) ?? 0
            return sent >= 100 && used < 10
        }
        guard isBad else { return nil }
        let until = now + .hours(1)
        let isNew = try await database.write { transaction in
            try transaction.run(
                Statement(
                    """
                    INSERT INTO prefix_stop (prefix, until) VALUES ($1, $2)
                    ON CONFLICT (prefix) DO UPDATE SET until = $2 WHERE prefix_stop.until < $2
                    """, .text(prefix), .at(until)))
            return transaction.changes == 1
        }
        return isNew ? until : nil
    }
}
