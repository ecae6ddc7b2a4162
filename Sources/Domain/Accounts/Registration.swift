/// How far a person has come with registering one number on one device (seed 002).
///
/// A registration is keyed by (number, device key). What makes a start unverified is the group's policy; what makes a
/// confirm succeed is a right code, or none where none is asked; failed logins are PIN proofs of a bound device.
public enum Registration: Machine {
    /// The seed's five states.
    public enum State: String, CaseIterable, Hashable, Sendable, Codable {
        /// Nothing has begun, or the person has just been deleted.
        case invalid = "INVALID"
        /// A code is on its way; only a restart or a confirm makes sense now.
        case startedRegistration = "STARTED_REGISTRATION"
        /// The person can log in.
        case registered = "REGISTERED"
        /// Started where the group verifies nothing: a confirm succeeds without a code.
        case activated = "ACTIVATED"
        /// Too many failed logins; the way out is to register again.
        case blocked = "BLOCKED"
    }

    /// The seed's methods, and the facts it names; what it leaves unnamed is named here.
    public enum Event: String, CaseIterable, Hashable, Sendable, Codable {
        /// `registration.start` where the group verifies by code.
        case start = "StartRegistration"
        /// `registration.start` where the group verifies nothing.
        case startUnverified = "StartRegistrationUnverified"
        /// `registration.restart`.
        case restart = "RestartRegistration"
        /// `registration.confirm` with the right code, or in ACTIVATED with none.
        case confirm = "ConfirmRegistration"
        /// The same for a number whose account is blocked: it registers again.
        case confirmAgain = "ConfirmRegistrationAgain"
        /// `registration.confirm` with a wrong code.
        case wrongCode = "WrongCode"
        /// The last login the limit allows has failed (3 by default).
        case tooManyFailedLogins = "maxInvalidLoginAttempts"
        /// The person, or an operator, deletes the account or gives up the registration.
        case delete = "DeleteUser"
        /// 24 h without a confirm, for a number without an account.
        case expire = "RegistrationExpired"
        /// 24 h without a confirm, for a number whose account is blocked.
        case expireBlocked = "RegistrationExpiredBlocked"
    }

    /// What a move asks for; all in the transaction of the move.
    public enum Effect: String, CaseIterable, Hashable, Sendable, Codable {
        /// Make a new challenge, ending this device key's former one, and put its message in the outbox.
        case sendCode
        /// Leave the attempt just counted counted; a restart resets nothing either.
        case keepAttempt
        /// Make the account, bind the number to it, and open its session.
        case openSession
        /// Open a session that can only prove itself (scope `unproven`).
        case openUnproven
        /// End every session, ticket and challenge of the account.
        case endSessions
        /// Drop the PIN and replace the TokenSecret.
        case dropCredentials
        /// Fall back to waitingForApproval if approved.
        case awaitApproval
        /// Answer `blocked` to every credential of the account; end none, so that no device deletes anything.
        case answerBlocked
        /// Drop the challenge and what this registration has stored.
        case dropRegistration
        /// Free the number and delete all that is the person's, the vault's part through the outbox.
        case forgetPerson
    }

    /// A registration begins as a new User object does.
    public static let initial = State.invalid

    /// There is a way out of everything.
    public static let finals: Set<State> = []

    /// The twelve moves of seed 002; "remains until confirmed" and "just deleted" are moves of it too.
    // swift-format-ignore
    public static let stated: Transitions = [
        .invalid: [
            .start:               .to(.startedRegistration, .sendCode),
            .startUnverified:     .to(.activated),
        ],
        .startedRegistration: [
            .restart:             .to(.startedRegistration, .sendCode),
            .wrongCode:           .to(.startedRegistration, .keepAttempt),
            .confirm:             .to(.registered, .openSession),
            .delete:              .to(.invalid, .dropRegistration),
        ],
        .registered: [
            .tooManyFailedLogins: .to(.blocked, .answerBlocked),
            .delete:              .to(.invalid, .endSessions, .forgetPerson),
        ],
        .activated: [
            .confirm:             .to(.registered, .openSession),
            .delete:              .to(.invalid, .dropRegistration),
        ],
        .blocked: [
            .start:               .to(.startedRegistration, .sendCode),
            .delete:              .to(.invalid, .endSessions, .forgetPerson),
        ],
    ]

    /// What registering again and giving up need beyond the seed.
    // swift-format-ignore
    public static let inferred: Transitions = [
        .startedRegistration: [
            // The seed lets a blocked person register again. A number may have a new owner by then, so what comes
            // back is a session that has yet to prove itself.
            .confirmAgain:        .to(.registered, .endSessions, .dropCredentials, .awaitApproval, .openUnproven),
            // Half-finished registrations free the number after 24 h; a started one must not lift a block.
            .expire:              .to(.invalid, .dropRegistration),
            .expireBlocked:       .to(.blocked, .dropRegistration),
        ],
        .activated: [
            .confirmAgain:        .to(.registered, .endSessions, .dropCredentials, .awaitApproval, .openUnproven),
            .expire:              .to(.invalid, .dropRegistration),
            .expireBlocked:       .to(.blocked, .dropRegistration),
        ],
        .blocked: [
            // A demo person registers again the way they registered.
            .startUnverified:     .to(.activated),
        ],
    ]
}
