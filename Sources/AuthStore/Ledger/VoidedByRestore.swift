public import Primitives
public import SQL

/// What the latest older copy of auth's database made void, whether the command `restore` or an administrator put it in
/// the place of the database.
public struct VoidedByRestore: Sendable, Hashable {
    /// The sessions that were open: they end, and their devices keep everything and log in again.
    public let sessions: Int
    /// The open codes. One of them may have been used after the copy was made.
    public let codes: Int
    /// The messages that were waiting to be sent. They may have been sent after the copy was made.
    public let messages: Int
    /// The open holds, which run for 72 hours again. The owner may have cancelled one of them after the copy was made.
    public let holds: Int
    /// The bound devices of children. Each is locked until a parent unlocks it: the access may have been revoked after the
    /// copy was made.
    public let childDevices: Int

    /// Makes everything void that was open before the generation in force. It is called in the transaction that begins
    /// the generation, and writes one row, whatever the number of accounts.
    public static func recordOlderCopy(at now: Instant, in transaction: any Transaction) throws {
        try transaction.run(OlderCopyTable.insertCurrent(at: now))
    }

    /// Counts what the latest older copy made void. It reads every session, code, message, hold and
    /// binding of a child.
    public static func count(on database: any Database) async throws -> VoidedByRestore {
        try await database.read { transaction in
            VoidedByRestore(
                sessions: try OlderCopyTable.countVoided("session", where: "ended IS NULL", in: transaction),
                codes: try OlderCopyTable.countVoided(
                    "otp_challenge", where: "used_at IS NULL AND ended_at IS NULL", in: transaction),
                messages: try OlderCopyTable.countVoided(
                    "outbox", where: "kind = 'sms' AND state IN ('ready', 'sending')", in: transaction),
                holds: try OlderCopyTable.countVoided(
                    "account_hold", where: "settled_at IS NULL", in: transaction),
                childDevices: try OlderCopyTable.countVoided(
                    "child_binding", where: "ended_at IS NULL", in: transaction))
        }
    }
}
