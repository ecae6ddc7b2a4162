public import Domain
public import Primitives
import SQL

/// A row of `pin_challenge`: what a device signs with the key of a PIN, once. A device key has one challenge of each
/// purpose on an account.
public struct PINChallengeRecord: Sendable, Hashable {
    /// The time after which a challenge expires.
    public static let lifetime = Duration.minutes(5)

    public let id: PINChallengeID
    public let account: AccountID
    /// The device key that requested the challenge.
    public let thumbprint: String
    public let purpose: PINPurpose
    /// The session that requested the challenge; nil for an admitted device that needs no session.
    public let session: SessionID?
    /// The version of the account's TokenSecret under which the challenge was made.
    public let tokenSecretVersion: Int64
    /// The generation of the account's last PIN when the challenge was made; 0 if it had none.
    public let generation: Int64
    /// The generation of the PIN that the challenge may make.
    public var newGeneration: Int64 { generation + 1 }
    /// The salt of the PIN that the challenge may make.
    public let newSalt: [UInt8]
    /// The number of the key from which the bytes of the challenge are derived.
    public let hashKey: Int
    public let expires: Instant
    /// The number of the attempt that was counted for the challenge; nil if none was.
    let attempt: Int64?
    /// The keyed hash of the request whose attempt was counted, under the key `hashKey`.
    let attemptMAC: [UInt8]?
    let usedAt: Instant?

    static let columns = """
        id, account, thumbprint, purpose, session, tsv, generation, new_salt, hash_key, expires, attempt, attempt_mac, \
        used_at
        """

    init(_ row: Row) throws {
        id = try row.identifier(0)
        account = try row.identifier(1)
        thumbprint = try row.text(2)
        purpose = try row.enumValue(3)
        session = try row.identifierOrNil(4)
        tokenSecretVersion = try row.int(5)
        generation = try row.int(6)
        newSalt = try row.bytes(7)
        hashKey = try row.keyNumber(8)
        expires = try row.instant(9)
        attempt = try row.intOrNil(10)
        attemptMAC = try row.bytesOrNil(11)
        usedAt = try row.instantOrNil(12)
    }
}
