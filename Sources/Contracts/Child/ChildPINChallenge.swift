public import Domain
public import JSONRPC
public import Primitives

/// What the bound device of a child makes or proves its PIN with. The key of the PIN is derived from the PIN and from a
/// secret of the device.
public struct ChildPINChallenge: WireObject {
    public var childId: AccountID
    public var deviceId: DeviceID
    public var state: ChildAccess.State
    public var challengeId: PINChallengeID
    public var challenge: String
    public var expiresAtMs: Instant
    public var issuer: String
    public var pin: PINParameters
    public var bindingId: BindingID?
    public enum CodingKeys: String, CodingKey {
        case childId, deviceId, state, challengeId, challenge, expiresAtMs, issuer, pin, bindingId
    }

    public init(
        childId: AccountID, deviceId: DeviceID, state: ChildAccess.State, challengeId: PINChallengeID,
        challenge: String, expiresAtMs: Instant, issuer: String, pin: PINParameters,
        bindingId: BindingID? = nil
    ) {
        (self.childId, self.deviceId, self.state) = (childId, deviceId, state)
        (self.challengeId, self.challenge, self.expiresAtMs) = (challengeId, challenge, expiresAtMs)
        (self.issuer, self.pin, self.bindingId) = (issuer, pin, bindingId)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .childId: Field("The account of the child, which is the subject of the signed message")
        case .deviceId: Field("The bound device")
        case .state: .childState
        case .challengeId: Field("The identifier of the challenge")
        case .challenge: Field("The 32 bytes to sign, base64url", .length(43...43))
        case .expiresAtMs: Field("The moment from which the challenge is refused: after five minutes")
        case .issuer: Field("The name of the service in the signed message", .length(1...512))
        case .pin:
            Field("The PIN to prove for the purpose login, or in CHILD_PIN_SETUP the PIN to make for the purpose enrol")
        case .bindingId: .binding
        }
    }
}

/// The answer of a method that logs a child in.
public struct ChildSignIn: WireObject {
    public var unlockShare: UnlockShare
    public var offlineUnlockHours: Int
    public var session: SessionGrant
    public enum CodingKeys: String, CodingKey { case unlockShare, offlineUnlockHours, session }

    public init(unlockShare: UnlockShare, offlineUnlockHours: Int, session: SessionGrant) {
        (self.unlockShare, self.offlineUnlockHours, self.session) = (unlockShare, offlineUnlockHours, session)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .unlockShare: Field("One half of the key of the device's synchronised rows; another one for each binding")
        case .offlineUnlockHours: .offlineUnlockHours
        case .session: Field("The session, whose tokens the app keeps in memory only")
        }
    }
}
