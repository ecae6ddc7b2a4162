import Domain
public import Primitives
public import SQL

extension AuthStore {
    /// The latest time of all instances, which also keeps expired codes and sessions expired when a clock is set back.
    public static let storedTime = StoredTime(table: "feed")

    /// What an accepted wrong clock has caused and ``resetTimes(to:from:on:)`` does not change.
    public static let notMended = [
        "who was logged out because a session had expired has to log in again",
        "codes, registrations and enrolment secrets that were made meanwhile and had expired stay expired",
        "rows that were swept are not brought back",
        "admissions that had lapsed meanwhile stay withdrawn: such a device is admitted as a new one",
        "devices whose suspension had run out meanwhile stay removed",
        "the times in the list of decisions and in the audit log stay as they were written",
        "access tokens issued meanwhile are refused until their time has come: the devices get new ones with a refresh",
    ]

    /// Mends the times that lie in the future by the rule of `TimeColumn`, and deletes the limits that were counted there.
    ///
    /// A hold that was opened there lasts 72 hours from now, however long it had left: its owner cancels it in that time.
    ///
    /// - Parameter latest: the latest time by which the service has judged.
    public static func resetTimes(
        to now: Instant, from latest: Instant, on database: any Database
    ) async throws -> [String: Int] {
        // Two sets that counted would get the same time below, so the one that was replaced is marked first.
        _ = try await database.write { try $0.run(RecoveryCodeTable.markReplaced(at: now, by: latest)) }
        return try await TimeColumn.reset(timeColumns, to: now, from: latest, on: database)
    }

    /// A column that keeps the time left comes before the one that says since when.
    // swift-format-ignore
    static let timeColumns = [
        TimeColumn("account", key: "id", "created", .setBackBy(ConfirmationRule.registrationTime)),
        TimeColumn("account", key: "id", "approval_since"),
        TimeColumn("device", key: "account, id", "first_used"),
        TimeColumn("device", key: "account, id", "last_used"),
        TimeColumn("deletion", key: "tag", "at"),
        TimeColumn("registration", key: "phone_index, thumbprint", "expires", within: RegistrationRecord.lifetime, .keepLeft(since: "started")),
        TimeColumn("registration", key: "phone_index, thumbprint", "started"),
        TimeColumn("otp_challenge", key: "id", "expires", within: ChallengeRecord.longestLife, .keepLeft(since: "created")),
        TimeColumn("otp_challenge", key: "id", "created"),
        TimeColumn("otp_challenge", key: "id", "used_at"),
        TimeColumn("otp_challenge", key: "id", "ended_at"),
        TimeColumn("otp_streak", key: "phone_index, thumbprint", "waits_until", within: CodeLimits.defaultWait, .keepLeft(since: "at")),
        TimeColumn("otp_streak", key: "phone_index, thumbprint", "at"),
        TimeColumn("send_window", key: "scope, key", "until", within: SendLimits.longestSpan, .delete),
        TimeColumn("quota", key: "name, period, shard", "period", within: SendLimits.longestSpan, .delete),
        TimeColumn("prefix_stop", key: "prefix", "until", within: SendStop.length, .keepLeft(since: "since")),
        TimeColumn("prefix_stop", key: "prefix", "since"),
        TimeColumn("proof_seen", key: "thumbprint, jti", "expires", within: PresentedProof.longestLife),
        TimeColumn("idempotency", key: "owner, thumbprint, method, request", "at"),
        TimeColumn("revocation_event", key: "account, ordinal", "at"),
        TimeColumn("session", key: "account, id", "expires", within: SessionRecord.lifetime, .keepLeft(since: "created")),
        TimeColumn("session", key: "account, id", "created"),
        TimeColumn("session", key: "account, id", "last_used", .keepAge),
        TimeColumn("session", key: "account, id", "ended_at"),
        TimeColumn("outbox", key: "id", "expires", within: ChallengeRecord.longestLife, .keepLeft(since: "created")),
        TimeColumn("outbox", key: "id", "created"),
        TimeColumn("outbox", key: "id", "due"),
        TimeColumn("outbox", key: "id", "accepted"),
        TimeColumn("outbox", key: "id", "reported"),
        TimeColumn("recovery_set", key: "account, seed", "counts_from", within: ConfirmationRule.delay, .keepLeft(since: "made")),
        TimeColumn("recovery_set", key: "account, seed", "made"),
        TimeColumn("recovery_code", key: "account, code_hash", "used_at"),
        TimeColumn("recovery_streak", key: "account, thumbprint", "waits_until", within: CodeLimits.defaultWait, .keepLeft(since: "at")),
        TimeColumn("recovery_streak", key: "account, thumbprint", "at"),
        TimeColumn("pin", key: "account", "counts_from", within: ConfirmationRule.delay, .keepLeft(since: "made")),
        TimeColumn("pin", key: "account", "made"),
        TimeColumn("pin", key: "account", "locked_at"),
        TimeColumn("pin", key: "account", "waits_until", within: .hours(24)),
        TimeColumn("delayed_act", key: "account, kind", "due", within: ConfirmationRule.delay, .keepLeft(since: "made")),
        TimeColumn("delayed_act", key: "account, kind", "made"),
        TimeColumn("number_change", key: "account", "expires", within: ConfirmationRule.delay, .keepLeft(since: "made")),
        TimeColumn("number_change", key: "account", "made"),
        TimeColumn("pending_pin", key: "account", "due", within: ConfirmationRule.delay, .keepLeft(since: "made")),
        TimeColumn("pending_pin", key: "account", "made"),
        TimeColumn("second_factor", key: "account", "counts_from", within: ConfirmationRule.delay, .keepLeft(since: "made")),
        TimeColumn("second_factor", key: "account", "made"),
        TimeColumn("pin_challenge", key: "id", "expires", within: PINChallengeRecord.lifetime, .keepLeft(since: "created")),
        TimeColumn("pin_challenge", key: "id", "created"),
        TimeColumn("pin_challenge", key: "id", "used_at"),
        TimeColumn("child_parent", key: "child, parent", "since"),
        TimeColumn("family_invite", key: "child, purpose", "expires", within: FamilyInviteRecord.lifetime, .keepLeft(since: "made")),
        TimeColumn("family_invite", key: "child, purpose", "made"),
        TimeColumn("family_invite", key: "child, purpose", "used_at"),
        TimeColumn("invite_ticket", key: "invite, thumbprint", "expires", within: NewBinding.ticketLifetime),
        TimeColumn("invite_streak", key: "purpose, thumbprint", "waits_until", within: CodeLimits.defaultWait, .keepLeft(since: "at")),
        TimeColumn("invite_streak", key: "purpose, thumbprint", "at"),
        TimeColumn("child_binding", key: "id", "bound"),
        TimeColumn("child_binding", key: "id", "ended_at"),
        TimeColumn("account_hold", key: "account", "opened"),
        TimeColumn("account_hold", key: "account", "until", within: ConfirmationRule.delay),
        TimeColumn("account_hold", key: "account", "settled_at"),
        TimeColumn("notice", key: "account, ordinal", "at"),
        TimeColumn("notice", key: "account, ordinal", "until", within: ConfirmationRule.delay),
        TimeColumn("operator_enrolment", key: "account", "expires", within: OperatorEnrolment.lifetime, .keepLeft(since: nil)),
        TimeColumn("operator_group", key: "account, facility_group", "bulk_confirmed_at"),
        TimeColumn("rotating_key", key: "kind, number", "since"),
        TimeColumn("row_key", key: "kind, number", "since"),
        TimeColumn("instance", key: "id", "seen"),
        TimeColumn("generation", key: "number", "begun_at"),
        TimeColumn("older_copy", key: "generation", "begun_at"),
        TimeColumn("sweep_sighting", key: "elapsed", "time"),
    ]
}
