public import Domain
public import Primitives

/// A PIN as it is stored.
public struct NewPIN: Sendable, Hashable {
    /// One more than the generation of the account's last PIN.
    let generation: Int64
    let salt: [UInt8]
    /// The name and the parameters of the key derivation.
    let derivation: String
    /// The public key, encrypted by the service and bound to the account and the generation.
    let keySealed: Sealed
    /// An unlock share for an account that has none, encrypted by the service and bound to the account.
    let shareSealed: Sealed

    public init(generation: Int64, salt: [UInt8], derivation: String, keySealed: Sealed, shareSealed: Sealed) {
        self.generation = generation
        self.salt = salt
        self.derivation = derivation
        self.keySealed = keySealed
        self.shareSealed = shareSealed
    }

    public enum Outcome: Sendable, Hashable {
        /// The PIN is stored.
        /// - Parameter countsFrom: the moment from which it confirms acts on the account.
        case stored(countsFrom: Instant)
        /// A request with this `requestId` took effect before.
        case replayed(StoredResponse)
        /// The challenge was used, replaced or has expired, or the account's PIN is another one by now.
        case challengeUnusable
        /// The session that asked has ended since the call was authenticated.
        case callerEnded(SessionEnd)
    }
}

/// A challenge that a device requests for a proof by PIN.
public struct NewPINChallenge: Sendable, Hashable {
    let id: PINChallengeID
    let purpose: PINPurpose
    let thumbprint: String
    /// The session that asks; nil for a device that names the account.
    let session: SessionID?
    let newSalt: [UInt8]
    let hashKey: Int

    public init(
        id: PINChallengeID, purpose: PINPurpose, thumbprint: String, session: SessionID?, newSalt: [UInt8], hashKey: Int
    ) {
        self.id = id
        self.purpose = purpose
        self.thumbprint = thumbprint
        self.session = session
        self.newSalt = newSalt
        self.hashKey = hashKey
    }

    /// The same challenge for another purpose.
    func with(purpose: PINPurpose) -> NewPINChallenge {
        NewPINChallenge(
            id: id, purpose: purpose, thumbprint: thumbprint, session: session, newSalt: newSalt, hashKey: hashKey)
    }

    public enum Outcome: Sendable, Hashable {
        /// The challenge is open.
        /// - Parameters:
        ///   - session: the session that asked.
        ///   - pin: the account's PIN; nil for one that is to be made.
        case opened(PINChallengeRecord, AccountRecord, session: SessionRecord?, pin: PINRecord?)
        /// The device has no PIN to prove here, or no live session from which it may ask.
        case unknown
        /// The account has a PIN already.
        case pinExists
        /// The account is blocked.
        case blocked
    }
}
