public import Domain
public import JSONRPC
public import Primitives

public enum RegistrationConfirm: Method {
    public static let name = "registration.confirm"
    public static let summary = "Completes a registration with the code that was sent, and opens a session."
    public static let explanation =
        "In state ACTIVATED no code is needed. If the number already has an account, the call is a login on a new "
        + "device: the session is unproven until it is admitted."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .codeWrong, .codeExpired, .tooManyAttempts, .codeWait, .flowError, .groupNotServed, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var challengeId: ChallengeID
        public var code: OneTimeCode?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case challengeId, code, requestId }

        public init(challengeId: ChallengeID, code: OneTimeCode? = nil, requestId: RequestID? = nil) {
            (self.challengeId, self.code, self.requestId) = (challengeId, code, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("The challenge of registration.start or registration.restart")
            case .code: Field("The code from the message; may be absent only in state ACTIVATED")
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var session: SessionGrant
        public var state: Registration.State
        public var next: String?
        public enum CodingKeys: String, CodingKey { case session, state, next }

        public init(session: SessionGrant, state: Registration.State, next: String? = nil) {
            (self.session, self.state, self.next) = (session, state, next)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .session: Field("The session")
            case .state: Field("The state of the account: REGISTERED")
            case .next: .nextStep
            }
        }
    }

    public static let example = (
        params: Params(challengeId: Sample.challenge, code: Sample.code),
        answer: Answer(session: Sample.grant, state: .registered)
    )
}
