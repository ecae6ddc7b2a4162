import Domain
public import Primitives
public import SQL

extension AuthStore {
    /// The latest time of all instances, which also keeps expired codes and sessions expired when a clock is set back.
    public static let storedTime = StoredTime(table: "feed")

    /// What an accepted wrong clock has caused and ``resetTimes(to:on:)`` does not change.
    public static let notMended = [
        "who was logged out because a session had expired has to log in again",
        "codes that have expired, and rows that were swept, are not brought back",
        "the times in the list of decisions stay as they were written",
        "access tokens issued meanwhile are refused until their time has come: the devices get new ones with a refresh",
    ]

    /// Sets the times that lie in the future back to the present, and deletes the limits that were counted there.
    public static func resetTimes(to now: Instant, on database: any Database) async throws -> [String: Int] {
        try await TimeColumn.reset(timeColumns, to: now, on: database)
    }

    // swift-format-ignore
    static let timeColumns = [
        TimeColumn("account", key: "id", "created", .setBackBy(ConfirmationRule.registrationTime)),
        TimeColumn("account", key: "id", "approval_since"),
        TimeColumn("device", key: "account, id", "first_used"),
        TimeColumn("device", key: "account, id", "last_used"),
        TimeColumn("deletion", key: "tag", "at"),
        TimeColumn("registration", key: "phone_index, thumbprint", "started"),
        TimeColumn("registration", key: "phone_index, thumbprint", "expires", within: .days(1)),
        TimeColumn("otp_challenge", key: "id", "created"),
        TimeColumn("otp_challenge", key: "id", "used_at"),
        TimeColumn("otp_challenge", key: "id", "ended_at"),
        TimeColumn("otp_challenge", key: "id", "expires", within: .minutes(10)),
        TimeColumn("otp_streak", key: "phone_index, thumbprint", "at"),
        TimeColumn("otp_streak", key: "phone_index, thumbprint", "waits_until", within: .days(1)),
        TimeColumn("send_window", key: "scope, key", "until", within: .days(1), .delete),
        TimeColumn("quota", key: "name, period, shard", "period", within: .days(1), .delete),
        TimeColumn("prefix_stop", key: "prefix", "since"),
        TimeColumn("prefix_stop", key: "prefix", "until", within: .hours(1)),
        TimeColumn("proof_seen", key: "thumbprint, jti", "expires", within: .minutes(6)),
        TimeColumn("idempotency", key: "owner, thumbprint, method, request", "at"),
        TimeColumn("revocation_event", key: "account, ordinal", "at"),
        TimeColumn("session", key: "account, id", "created"),
        TimeColumn("session", key: "account, id", "last_used"),
        TimeColumn("session", key: "account, id", "ended_at"),
        TimeColumn("session", key: "account, id", "expires", within: .days(30)),
        TimeColumn("outbox", key: "id", "created"),
        TimeColumn("outbox", key: "id", "due"),
        TimeColumn("outbox", key: "id", "accepted"),
        TimeColumn("outbox", key: "id", "reported"),
        TimeColumn("outbox", key: "id", "expires", within: .minutes(10)),
        TimeColumn("recovery_set", key: "account, seed", "made"),
        TimeColumn("recovery_set", key: "account, seed", "counts_from", within: .hours(72)),
        TimeColumn("recovery_code", key: "account, code_hash", "used_at"),
        TimeColumn("recovery_streak", key: "account, thumbprint", "at"),
        TimeColumn("recovery_streak", key: "account, thumbprint", "waits_until", within: .days(1)),
        TimeColumn("account_hold", key: "account", "opened"),
        TimeColumn("account_hold", key: "account", "until", within: .hours(72)),
        TimeColumn("account_hold", key: "account", "settled_at"),
        TimeColumn("notice", key: "account, ordinal", "at"),
        TimeColumn("notice", key: "account, ordinal", "until", within: .hours(72)),
        TimeColumn("operator_enrolment", key: "account", "expires", within: .hours(72)),
        TimeColumn("rotating_key", key: "kind, number", "since"),
        TimeColumn("row_key", key: "kind, number", "since"),
        TimeColumn("instance", key: "id", "seen"),
        TimeColumn("generation", key: "number", "begun_at"),
        TimeColumn("older_copy", key: "generation", "begun_at"),
        TimeColumn("sweep_sighting", key: "elapsed", "time"),
    ]
}
