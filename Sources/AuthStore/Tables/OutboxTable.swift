import Domain
import Primitives
import SQL

/// Statements on `outbox`. An entry is `ready`, `sending`, and in the end `sent`, `dropped` or `dead`.
enum OutboxTable {
    /// The condition that an entry is a message which waited in an older copy of the database: it may have been sent
    /// since.
    private static let isVoid = "kind = 'sms' AND NOT (\(OlderCopyTable.isNotVoid))"

    /// Inserts an entry that is due at once.
    static func insert(_ entry: OutboxEntry, at now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO outbox (id, kind, challenge, sealed, state, attempts, due, expires, created, begun_in, seal_key)
            VALUES ($1, $2, $3, $4, 'ready', 0, $5, $6, $5, \(Generations.numberSubselect), $7)
            """,
            .identifier(entry.id), .enumValue(entry.kind), .identifierOrNull(entry.challenge),
            .bytes(entry.sealed.bytes),
            .instant(now), .instantOrNull(entry.expires), .int(entry.sealed.key))
    }

    static func hasDue(at now: Instant, in transaction: any Transaction) throws -> Bool {
        try transaction.first(
            Statement(
                """
                SELECT 1 FROM outbox
                WHERE due <= $1 AND (state = 'ready' OR (state = 'sending' AND (kind = 'purge' OR expires <= $1)))
                LIMIT 1
                """, .instant(now))) != nil
    }

    /// Drops the due messages that have expired or are void.
    static func dropUnsendable(at now: Instant) -> Statement {
        Statement(
            """
            UPDATE outbox SET state = 'dropped', sealed = NULL WHERE id IN (
                SELECT id FROM outbox
                WHERE state IN ('ready', 'sending') AND due <= $1 AND (expires <= $1 OR (\(isVoid))) {claim})
            """, .instant(now))
    }

    /// Marks at most `limit` due entries as being sent and returns them. A message in state `sending` is not due again;
    /// a call to the vault is due again from `retryAt` on.
    static func claimDue(
        limit: Int, retryAt: Instant, at now: Instant, in transaction: any Transaction
    ) throws -> [OutboxEntry] {
        let due = try transaction.run(
            Statement(
                """
                SELECT id FROM outbox
                WHERE due <= $1 AND (state = 'ready' OR (state = 'sending' AND kind = 'purge')) AND NOT (\(isVoid))
                ORDER BY due LIMIT $2 {claim}
                """, .instant(now), .int(limit)))
        return try transaction.batch(
            due.map { row in
                Statement(
                    """
                    UPDATE outbox SET state = 'sending', attempts = attempts + 1, due = $2 WHERE id = $1
                    RETURNING \(OutboxEntry.columns)
                    """, row[0], .instant(retryAt))
            }
        ).flatMap { try $0.map { try OutboxEntry($0) } }
    }

    static func markSent(_ entry: OutboxEntryID) -> Statement {
        Statement("UPDATE outbox SET state = 'sent', sealed = NULL WHERE id = $1", .identifier(entry))
    }

    static func markReady(_ entry: OutboxEntryID, due: Instant) -> Statement {
        Statement(
            "UPDATE outbox SET state = 'ready', due = $2 WHERE id = $1 AND state = 'sending'", .identifier(entry),
            .instant(due))
    }

    /// Gives up a message. Changes nothing for a call to the vault, which is never given up.
    static func markDead(_ entry: OutboxEntryID) -> Statement {
        Statement(
            "UPDATE outbox SET state = 'dead', sealed = NULL WHERE id = $1 AND kind <> 'purge'", .identifier(entry))
    }

    /// Drops the message of a challenge that is used or ended. A message that is being sent now is erased and not sent
    /// again.
    static func dropMessage(of challenge: ChallengeID) -> Statement {
        Statement(
            """
            UPDATE outbox SET state = 'dropped', sealed = NULL WHERE challenge = $1 AND state IN ('ready', 'sending')
            """, .identifier(challenge))
    }

    /// Drops every message of a number that was not sent yet, and erases the masked number of those that were.
    static func dropMessages(phone: PhoneIndex) -> Statement {
        Statement(
            """
            UPDATE outbox SET state = CASE WHEN state IN ('ready', 'sending') THEN 'dropped' ELSE state END,
                sealed = NULL, recipient = NULL
            WHERE challenge IN (SELECT id FROM otp_challenge WHERE \(PhoneIndex.isOfNumber))
            """, values: phone.values)
    }
}
