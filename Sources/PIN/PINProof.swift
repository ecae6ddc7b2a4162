public import Cryptography
public import Domain
public import Primitives

/// The message that the key of a PIN signs to prove that the person entered the PIN: one challenge of one server, for one
/// purpose, on one device.
///
/// Whoever has a message and its signature can search the PIN of an account, so proofs are never logged, queued or stored.
public struct PINProof: Hashable, Sendable {
    /// The number of bytes of a challenge.
    public static let challengeCount = 32

    /// The name of the server that sent the challenge.
    public let issuer: String
    public let challengeID: PINChallengeID
    /// The random bytes of the challenge.
    public let challenge: [UInt8]
    /// The account whose PIN this is.
    public let subject: AccountID
    /// The number of the PIN among those that the account, or the device, has had.
    public let generation: Int64
    /// The RFC 7638 thumbprint of the key of the device on which the PIN was entered.
    public let thumbprint: String
    public let purpose: PINPurpose

    private let thumbprintBytes: [UInt8]

    /// Returns nil for a challenge that has not 32 bytes, and for a thumbprint that is not 43 characters of base64url.
    public init?(
        issuer: String, challengeID: PINChallengeID, challenge: [UInt8], subject: AccountID, generation: Int64,
        thumbprint: String, purpose: PINPurpose
    ) {
        guard challenge.count == Self.challengeCount, let bytes = Base64URL.decode(thumbprint), bytes.count == 32
        else { return nil }
        self.issuer = issuer
        self.challengeID = challengeID
        self.challenge = challenge
        self.subject = subject
        self.generation = generation
        self.thumbprint = thumbprint
        self.purpose = purpose
        thumbprintBytes = bytes
    }

    /// The bytes that are signed. Identifiers, generation and purpose are their ASCII texts, the issuer is UTF-8, and
    /// challenge and thumbprint are their raw bytes.
    public var message: [UInt8] {
        LengthPrefixed.encode(
            "latchkey/pin-proof/1", Array(issuer.utf8), Array(challengeID.description.utf8), challenge,
            Array(subject.description.utf8), Array(String(generation).utf8), thumbprintBytes,
            Array(purpose.rawValue.utf8))
    }

    /// The signature of the message, 64 bytes.
    public func signed(by key: Ed25519.PrivateKey) -> [UInt8] { key.sign(message) }

    /// True if the 64 bytes are the key's signature of the message.
    public func isSigned(_ signature: [UInt8], by key: Ed25519.PublicKey) -> Bool {
        key.isValid(signature, of: message)
    }
}
