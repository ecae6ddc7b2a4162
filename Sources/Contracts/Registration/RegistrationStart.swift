public import Domain
public import JSONRPC
public import Primitives

/// Begins a registration: INVALID to STARTED_REGISTRATION, or to ACTIVATED where the group asks for no code.
///
/// The answer is the same for numbers that have an account and numbers that have none. A registration belongs to the
/// number and the device key, so a stranger's start neither squats a number nor ends the owner's code.
public enum RegistrationStart: Method {
    /// The wire's name.
    public static let name = "registration.start"
    /// For the table of methods.
    public static let summary =
        "Begins a registration: INVALID to STARTED_REGISTRATION, or to ACTIVATED where the group asks for no code."
    /// For the document.
    public static let explanation =
        "The answer is the same for numbers that have an account and numbers that have none. A "
        + "registration belongs to the number and the device key, so a stranger's start neither squats a "
        + "number nor ends the owner's code."
    /// What the caller shows.
    public static let credential = Credential.deviceProof
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .flowError, .groupUnknown, .sendLimit, .destinationRefused, .codeWait, .requestIdReused,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The phone number; any common way of writing it, with the country's code
        public var phone: String
        /// The facility group to join; see group.list
        public var group: GroupID
        /// What this device calls itself
        public var deviceName: String?
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case phone, group, deviceName, requestId
        }

        /// See the members.
        public init(phone: String, group: GroupID, deviceName: String? = nil, requestId: RequestID? = nil) {
            self.phone = phone
            self.group = group
            self.deviceName = deviceName
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone:
                Field("The phone number; any common way of writing it, with the country's code", .length(5...40))
            case .group: Field("The facility group to join; see group.list")
            case .deviceName: Field("What this device calls itself", .length(1...64))
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
            Params(phone: Sample.phone, group: Sample.group, deviceName: "Ada's phone"),
            Answer(
                challengeId: Sample.challenge, state: .startedRegistration, expiresAtMs: Sample.soon,
                resendAfterMs: 60_000)
        )
    }
}
