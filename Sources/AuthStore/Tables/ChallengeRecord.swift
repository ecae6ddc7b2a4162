public import Domain
public import Primitives
import SQL

/// A row of `otp_challenge`: a one-time code that was requested, bound to a purpose, a number and a device key.
public struct ChallengeRecord: Sendable, Hashable {
    /// The longest time from the request for a code to its expiry.
    public static let longestLife = Duration.seconds(600)

    public let id: ChallengeID
    public let purpose: CodePurpose
    public let phoneIndex: PhoneIndex
    public let thumbprint: String
    /// The salt of `codeHash`.
    public let salt: [UInt8]
    /// The keyed hash of the code.
    public let codeHash: [UInt8]
    /// The number of the key of `codeHash`.
    public let hashKey: Int
    /// The number of attempts counted so far.
    public let tries: Int64
    /// Nil while the code is unused.
    public let usedAt: Instant?
    /// The moment at which a newer challenge, the deletion of its registration, a logout everywhere or an older copy of
    /// the database ended the challenge; nil if nothing did.
    public let endedAt: Instant?
    public let expires: Instant
    /// The keyed hash of the widest address range of the client that requested the code; nil where there is none.
    public let addressGroup: [UInt8]?
    /// The same under the other index key in use; nil if there is one key.
    let otherAddressGroup: [UInt8]?

    static let columns = """
        id, purpose, phone_index, thumbprint, salt, code_hash, tries, used_at, \
        COALESCE(ended_at, \(OlderCopyTable.voidedAt)), expires, address_group, \
        hash_key, index_key, phone_index_other, address_group_other
        """

    init(_ row: Row) throws {
        id = try row.identifier(0)
        purpose = try row.enumValue(1)
        phoneIndex = PhoneIndex(try row.bytes(2), key: try row.keyNumber(12), other: try row.bytesOrNil(13))
        thumbprint = try row.text(3)
        salt = try row.bytes(4)
        codeHash = try row.bytes(5)
        tries = try row.int(6)
        usedAt = try row.instantOrNil(7)
        endedAt = try row.instantOrNil(8)
        expires = try row.instant(9)
        addressGroup = try row.bytesOrNil(10)
        hashKey = try row.keyNumber(11)
        otherAddressGroup = try row.bytesOrNil(14)
    }
}
