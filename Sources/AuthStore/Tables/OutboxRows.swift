import Domain
import Primitives
import SQL

/// Statements on `outbox`.
extension Transaction {
    /// Puts an entry in, ready to be sent at once.
    func put(_ entry: OutboxEntry, at now: Instant) throws {
        try run(
            Statement(
                """
                INSERT INTO outbox (id, kind, challenge, sealed, state, attempts, due, expires, created)
                VALUES ($1, $2, $3, $4, 'ready', 0, $5, $6, $5)
                """,
                .id(entry.id), .word(entry.kind), entry.challenge.map { .id($0) } ?? .null, .bytes(entry.sealed),
                .at(now), entry.expires.map { .at($0) } ?? .null))
    }

    /// Drops the message of a challenge that is over; one that is being sent now is erased and not sent again.
    func dropMessage(of challenge: ChallengeID) throws {
        try run(
            Statement(
                """
                UPDATE outbox SET state = 'dropped', sealed = NULL
                WHERE challenge = $1 AND state IN ('ready', 'sending')
                """, .id(challenge)))
    }
}
