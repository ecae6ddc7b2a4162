public import JSONRPC
public import Primitives

/// Proves a number with its code, and opens a session.
///
/// A device new to an account that has other devices is not let in by a code alone: its session is unproven, sees
/// nothing and evicts no one until it is admitted.
public enum OTPVerify: Method {
    /// The wire's name.
    public static let name = "otp.verify"
    /// For the table of methods.
    public static let summary = "Proves a number with its code, and opens a session."
    /// For the document.
    public static let explanation =
        "A device new to an account that has other devices is not let in by a code alone: its session is "
        + "unproven, sees nothing and evicts no one until it is admitted."
    /// What the caller shows.
    public static let credential = Credential.deviceProof
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .codeWrong, .codeExpired, .tooManyAttempts, .codeWait, .notRegistered, .blocked, .requestIdReused,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// From otp.request with purpose login
        public var challengeId: ChallengeID
        /// The code from the message
        public var code: OneTimeCode
        /// What this device calls itself
        public var deviceName: String?
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case challengeId, code, deviceName, requestId
        }

        /// See the members.
        public init(
            challengeId: ChallengeID, code: OneTimeCode, deviceName: String? = nil, requestId: RequestID? = nil
        ) {
            self.challengeId = challengeId
            self.code = code
            self.deviceName = deviceName
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("From otp.request with purpose login")
            case .code: Field("The code from the message")
            case .deviceName: Field("What this device calls itself", .length(1...64))
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// The session
        public var session: SessionGrant
        /// Admit: the session waits to be admitted by a device that is already in
        public var next: String?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case session, next
        }

        /// See the members.
        public init(session: SessionGrant, next: String? = nil) {
            self.session = session
            self.next = next
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .session: Field("The session")
            case .next: Field("Admit: the session waits to be admitted by a device that is already in")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(challengeId: Sample.challenge, code: Sample.code),
            Answer(session: Sample.grant)
        )
    }
}
