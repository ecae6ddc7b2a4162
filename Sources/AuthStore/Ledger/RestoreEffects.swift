public import Primitives
public import SQL

/// The changes that are made to auth's database, beside the feed's epoch, in the transaction that begins a generation because
/// the database is an older copy, whether by the command `restore` or by hand.
public struct RestoreEffects: Sendable, Hashable {
    /// The sessions that were ended: their devices keep everything and log in again.
    public let sessions: Int
    /// The open codes that were ended. One of them may have been used after the copy was made.
    public let codes: Int
    /// The messages that were waiting to be sent. They may have been sent after the copy was made.
    public let messages: Int

    /// Makes the changes and counts them.
    public static func carryOut(at now: Instant, in transaction: any Transaction) throws -> RestoreEffects {
        try transaction.run(
            Statement(
                "UPDATE session SET ended = 'loginRequired', ended_at = $1, digits = NULL WHERE ended IS NULL",
                .instant(now)))
        let sessions = transaction.changes
        try transaction.run(
            Statement(
                "UPDATE otp_challenge SET ended_at = $1 WHERE used_at IS NULL AND ended_at IS NULL", .instant(now)))
        let codes = transaction.changes
        try transaction.run(
            Statement(
                """
                UPDATE outbox SET state = 'dropped', sealed = NULL WHERE kind = 'sms' AND state IN ('ready', 'sending')
                """))
        return RestoreEffects(sessions: sessions, codes: codes, messages: transaction.changes)
    }
}
