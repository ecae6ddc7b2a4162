public import Domain
public import JSONRPC
public import Primitives

public enum PINChallenge: Method {
    public static let name = "pin.challenge"
    public static let summary =
        "Gives what a device derives the key of a PIN from, and a challenge to sign with it once."
    public static let explanation =
        "An admitted device names its account, and needs no session to log in or to unlock its store. Every other purpose, "
        + "and a login on a new device, names the caller's session. A challenge is valid for five minutes and replaces the "
        + "former one of this device and purpose. The answer to an unknown account, to a key that is not admitted and to a session that has ended is the same."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.pinUnknown, .pinExists, .blocked]

    public struct Params: WireObject {
        public var purpose: PINPurpose
        public var accountId: AccountID?
        public var sessionId: SessionID?
        public enum CodingKeys: String, CodingKey { case purpose, accountId, sessionId }

        public init(purpose: PINPurpose, accountId: AccountID? = nil, sessionId: SessionID? = nil) {
            (self.purpose, self.accountId, self.sessionId) = (purpose, accountId, sessionId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .purpose: Field("The use of the proof")
            case .accountId: Field("The account, by an admitted device that logs in or unlocks; in place of sessionId")
            case .sessionId: Field("The caller's session; in place of accountId")
            }
        }
    }

    public struct Answer: WireObject {
        public var challengeId: PINChallengeID
        public var challenge: String
        public var expiresAtMs: Instant
        public var issuer: String
        public var subject: AccountID
        public var pin: PINParameters?
        public var newPin: PINParameters?
        public enum CodingKeys: String, CodingKey {
            case challengeId, challenge, expiresAtMs, issuer, subject, pin, newPin
        }

        public init(
            challengeId: PINChallengeID, challenge: String, expiresAtMs: Instant, issuer: String, subject: AccountID,
            pin: PINParameters? = nil, newPin: PINParameters? = nil
        ) {
            (self.challengeId, self.challenge, self.expiresAtMs) = (challengeId, challenge, expiresAtMs)
            (self.issuer, self.subject, self.pin, self.newPin) = (issuer, subject, pin, newPin)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .challengeId: Field("The identifier of the challenge")
            case .challenge: Field("The 32 bytes to sign, base64url", .length(43...43))
            case .expiresAtMs: Field("The moment from which the challenge is refused")
            case .issuer: Field("The name of the service in the signed message", .length(1...512))
            case .subject: Field("The account in the signed message; a pseudonym while the session is unproven")
            case .pin: Field("The account's PIN; absent for the purpose enrol")
            case .newPin: Field("The PIN that is made; present for the purposes enrol and change")
            }
        }
    }

    public static let example = (
        params: Params(purpose: .login, accountId: Sample.account),
        answer: Answer(
            challengeId: Sample.pinChallenge, challenge: Sample.keyID, expiresAtMs: Sample.soon,
            issuer: "https://auth.example.org", subject: Sample.account, pin: Sample.pinParameters)
    )
}
