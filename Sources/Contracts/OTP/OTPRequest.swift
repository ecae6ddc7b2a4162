public import Domain
public import JSONRPC
public import Primitives

/// Sends a one-time code to a number, for a login or to confirm the account's deletion.
///
/// Same answer, work and timing whether or not the number has an account. A code is bound to its challenge, purpose,
/// number and device key; a new one ends this device's previous one.
public enum OTPRequest: Method {
    /// The wire's name.
    public static let name = "otp.request"
    /// For the table of methods.
    public static let summary = "Sends a one-time code to a number, for a login or to confirm the account's deletion."
    /// For the document.
    public static let explanation =
        "Same answer, work and timing whether or not the number has an account. A code is bound to its "
        + "challenge, purpose, number and device key; a new one ends this device's previous one."
    /// What the caller shows.
    public static let credential = Credential.deviceProof
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.sendLimit, .destinationRefused, .codeWait, .requestIdReused]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The phone number; any common way of writing it, with the country's code
        public var phone: String
        /// What the code will be good for
        public var purpose: CodePurpose
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case phone, purpose, requestId
        }

        /// See the members.
        public init(phone: String, purpose: CodePurpose, requestId: RequestID? = nil) {
            self.phone = phone
            self.purpose = purpose
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone:
                Field("The phone number; any common way of writing it, with the country's code", .length(5...40))
            case .purpose: Field("What the code will be good for")
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// Names the challenge
        public var challengeId: ChallengeID
        /// When the code ends
        public var expiresAtMs: Instant
        /// How long to wait before another code is sent, in milliseconds
        public var resendAfterMs: Int

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case challengeId, expiresAtMs, resendAfterMs
        }

        /// See the members.
        public init(challengeId: ChallengeID, expiresAtMs: Instant, resendAfterMs: Int) {
            self.challengeId = challengeId
            self.expiresAtMs = expiresAtMs
            self.resendAfterMs = resendAfterMs
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("Names the challenge")
            case .expiresAtMs: Field("When the code ends")
            case .resendAfterMs:
                Field("How long to wait before another code is sent, in milliseconds", .range(0...86_400_000))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(phone: Sample.phone, purpose: .login),
            Answer(challengeId: Sample.challenge, expiresAtMs: Sample.soon, resendAfterMs: 60_000)
        )
    }
}
