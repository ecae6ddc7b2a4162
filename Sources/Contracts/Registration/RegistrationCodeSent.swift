public import Domain
public import JSONRPC
public import Primitives

/// The answer of the methods that send a registration's code.
public struct RegistrationCodeSent: WireObject {
    public var challengeId: ChallengeID
    public var state: Registration.State
    public var expiresAtMs: Instant
    public var resendAfterMs: Int

    public enum CodingKeys: String, CodingKey { case challengeId, state, expiresAtMs, resendAfterMs }

    public init(challengeId: ChallengeID, state: Registration.State, expiresAtMs: Instant, resendAfterMs: Int) {
        (self.challengeId, self.state) = (challengeId, state)
        (self.expiresAtMs, self.resendAfterMs) = (expiresAtMs, resendAfterMs)
    }

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
