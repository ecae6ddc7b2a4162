public import Domain
public import JSONRPC
public import Primitives

/// Sends a new code for a registration that has been started.
///
/// Attempts are not reset: a new code never gives back guesses.
public enum RegistrationRestart: Method {
    /// The wire's name.
    public static let name = "registration.restart"
    /// For the table of methods.
    public static let summary = "Sends a new code for a registration that has been started."
    /// For the document.
    public static let explanation = "Attempts are not reset: a new code never gives back guesses."
    /// What the caller shows.
    public static let credential = Credential.deviceProof
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.flowError, .sendLimit, .codeWait, .requestIdReused]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The phone number; any common way of writing it, with the country's code
        public var phone: String
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case phone, requestId
        }

        /// See the members.
        public init(phone: String, requestId: RequestID? = nil) {
            self.phone = phone
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone:
                Field("The phone number; any common way of writing it, with the country's code", .length(5...40))
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// Names the challenge that registration.confirm answers
        public var challengeId: ChallengeID
        /// STARTED_REGISTRATION, or ACTIVATED where the group asks for no code
        public var state: Registration.State
        /// When the code ends
        public var expiresAtMs: Instant
        /// How long to wait before another code is sent, in milliseconds
        public var resendAfterMs: Int

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case challengeId, state, expiresAtMs, resendAfterMs
        }

        /// See the members.
        public init(challengeId: ChallengeID, state: Registration.State, expiresAtMs: Instant, resendAfterMs: Int) {
            self.challengeId = challengeId
            self.state = state
            self.expiresAtMs = expiresAtMs
            self.resendAfterMs = resendAfterMs
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("Names the challenge that registration.confirm answers")
            case .state: Field("STARTED_REGISTRATION, or ACTIVATED where the group asks for no code")
            case .expiresAtMs: Field("When the code ends")
            case .resendAfterMs:
                Field("How long to wait before another code is sent, in milliseconds", .range(0...86_400_000))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(phone: Sample.phone),
            Answer(
                challengeId: Sample.challenge, state: .startedRegistration, expiresAtMs: Sample.soon,
                resendAfterMs: 60_000)
        )
    }
}
