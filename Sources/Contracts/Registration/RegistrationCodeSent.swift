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
        case .challengeId: Field("The challenge for registration.confirm")
        case .state: Field("STARTED_REGISTRATION, or ACTIVATED where the group asks for no code")
        case .expiresAtMs: Field("The time at which the code expires; in state ACTIVATED, the registration")
        case .resendAfterMs:
            Field("The time until another code may be requested, in milliseconds", .range(0...86_400_000))
        }
    }
}
