public import Domain
public import JSONRPC
public import Primitives

/// Completes a registration with the code that was sent, and opens a session.
///
/// From ACTIVATED no code is needed. Where the number already has an account, this is a login on a new device: the
/// session is unproven until it is admitted.
public enum RegistrationConfirm: Method {
    /// The wire's name.
    public static let name = "registration.confirm"
    /// For the table of methods.
    public static let summary = "Completes a registration with the code that was sent, and opens a session."
    /// For the document.
    public static let explanation =
        "From ACTIVATED no code is needed. Where the number already has an account, this is a login on a "
        + "new device: the session is unproven until it is admitted."
    /// What the caller shows.
    public static let credential = Credential.deviceProof
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .codeWrong, .codeExpired, .tooManyAttempts, .codeWait, .flowError, .requestIdReused,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// From registration.start or restart
        public var challengeId: ChallengeID
        /// The code from the message; absent from ACTIVATED only
        public var code: OneTimeCode?
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case challengeId, code, requestId
        }

        /// See the members.
        public init(challengeId: ChallengeID, code: OneTimeCode? = nil, requestId: RequestID? = nil) {
            self.challengeId = challengeId
            self.code = code
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("From registration.start or restart")
            case .code: Field("The code from the message; absent from ACTIVATED only")
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// The session
        public var session: SessionGrant
        /// REGISTERED
        public var state: Registration.State
        /// Admit: the session waits to be admitted by a device that is already in
        public var next: String?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case session, state, next
        }

        /// See the members.
        public init(session: SessionGrant, state: Registration.State, next: String? = nil) {
            self.session = session
            self.state = state
            self.next = next
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .session: Field("The session")
            case .state: Field("REGISTERED")
            case .next: Field("Admit: the session waits to be admitted by a device that is already in")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(challengeId: Sample.challenge, code: Sample.code),
            Answer(session: Sample.grant, state: .registered)
        )
    }
}
