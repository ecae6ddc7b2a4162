/// The registration of one phone number on one device (registration-states document).
///
/// A registration belongs to a number and a device key. The group's policy decides whether a start is unverified. A
/// right code confirms a registration, and no code is needed where none was sent.
public enum Registration: Machine {
    /// The five states of the document.
    public enum State: String, CaseIterable, Hashable, Sendable, Codable {
        /// There is no registration and no account, or the account was deleted.
        case invalid = "INVALID"
        /// A code was sent, and the registration is not confirmed yet.
        case startedRegistration = "STARTED_REGISTRATION"
        /// The person can log in.
        case registered = "REGISTERED"
        /// Started in a group that verifies nothing: a confirm succeeds without a code.
        case activated = "ACTIVATED"
        /// Too many logins failed; the person has to register again.
        case blocked = "BLOCKED"
    }

    /// The methods and facts of the document. The raw values of events it has no name for are this project's.
    public enum Event: String, CaseIterable, Hashable, Sendable, Codable {
        /// `registration.start` in a group that verifies by code.
        case start = "StartRegistration"
        /// `registration.start` in a group that verifies nothing.
        case startUnverified = "StartRegistrationUnverified"
        /// `registration.restart`.
        case restart = "RestartRegistration"
        /// `registration.confirm` with the right code, or in ACTIVATED with none.
        case confirm = "ConfirmRegistration"
        /// A ``confirm`` for a number whose account is blocked.
        case confirmAgain = "ConfirmRegistrationAgain"
        /// `registration.confirm` with a wrong code.
        case wrongCode = "WrongCode"
        /// As many proofs by PIN of an admitted device have failed as the limit allows. Wrong one-time codes, and the
        /// wrong PINs of new devices, never block an account.
        case tooManyFailedLogins = "maxInvalidLoginAttempts"
        /// The person or the administrator deletes the account (`account.delete`, `user.delete`), or the person gives up
        /// a registration that is not confirmed (`registration.cancel`).
        case delete = "DeleteUser"
        /// `registration.cancel` for a number whose account is blocked, by a device key that is admitted on the account.
        case cancelBlocked = "CancelRegistrationBlocked"
        /// The registration was not confirmed within 24 hours.
        case expire = "RegistrationExpired"
        /// An ``expire`` for a number whose account is blocked.
        case expireBlocked = "RegistrationExpiredBlocked"
    }

    /// A part of a transition's work. The store carries out all parts in one database transaction.
    public enum Effect: String, CaseIterable, Hashable, Sendable, Codable {
        /// Open a challenge in place of this device key's former one and queue its message.
        case sendCode
        /// Open a session. On a new device it is unproven if the account has admitted a device before.
        case openSession
        /// Open a session that is unproven unless its device is admitted.
        case openUnproven
        /// End every session of the account.
        case endSessions
        /// Delete the PIN, withdraw the admission of the device whose wrong PINs blocked the account, and replace the
        /// TokenSecret.
        case revokeCredentials
        /// Set the approval back to waiting if the person was approved.
        case awaitApproval
        /// Answer every credential of the account with `blocked`. No session ends, so that no device deletes anything.
        case answerBlocked
        /// End the challenge of the registration and delete its row.
        case deleteRegistration
        /// Delete everything of the person, which frees the number. The outbox has the vault purge its part.
        case deleteAccount
    }

    public static let initial = State.invalid

    public static let finals: Set<State> = []

    /// The twelve transitions of the document, which include "remains until confirmed" and "just deleted".
    // swift-format-ignore
    public static let stated: Transitions = [
        .invalid: [
            .start:               .to(.startedRegistration, .sendCode),
            .startUnverified:     .to(.activated),
        ],
        .startedRegistration: [
            .restart:             .to(.startedRegistration, .sendCode),
            .wrongCode:           .to(.startedRegistration),
            .confirm:             .to(.registered, .openSession),
            .delete:              .to(.invalid, .deleteRegistration),
        ],
        .registered: [
            .tooManyFailedLogins: .to(.blocked, .answerBlocked),
            .delete:              .to(.invalid, .endSessions, .deleteAccount),
        ],
        .activated: [
            .confirm:             .to(.registered, .openSession),
            .delete:              .to(.invalid, .deleteRegistration),
        ],
        .blocked: [
            .start:               .to(.startedRegistration, .sendCode),
            .delete:              .to(.invalid, .endSessions, .deleteAccount),
        ],
    ]

    /// The transitions that registering again, cancelling and expiry need in addition to the document's.
    // swift-format-ignore
    public static let inferred: Transitions = [
        .startedRegistration: [
            // The document lets a blocked person register again. The number may have a new owner by then, so the new
            // session is unproven.
            .confirmAgain:        .to(.registered, .endSessions, .revokeCredentials, .awaitApproval, .openUnproven),
            // Giving a registration up must not lift a block.
            .cancelBlocked:       .to(.blocked, .deleteRegistration),
            // A registration that is never confirmed must not stay forever, and its expiry must not lift a block.
            .expire:              .to(.invalid, .deleteRegistration),
            .expireBlocked:       .to(.blocked, .deleteRegistration),
        ],
        .activated: [
            .confirmAgain:        .to(.registered, .endSessions, .revokeCredentials, .awaitApproval, .openUnproven),
            .cancelBlocked:       .to(.blocked, .deleteRegistration),
            .expire:              .to(.invalid, .deleteRegistration),
            .expireBlocked:       .to(.blocked, .deleteRegistration),
        ],
        .blocked: [
            // A person of the demonstration group registers again in the same way.
            .startUnverified:     .to(.activated),
        ],
    ]
}
