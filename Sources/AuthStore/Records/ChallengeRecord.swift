public import Domain
public import Primitives
import SQL

/// A one-time code that was asked for: to whom it is bound, and the keyed hash it is compared with.
public struct ChallengeRecord: Sendable, Hashable {
    /// The challenge.
    public let id: ChallengeID
    /// What the code is good for.
    public let purpose: CodePurpose
    /// The number's keyed index.
    public let phoneIndex: [UInt8]
    /// The device key it is bound to.
    public let thumbprint: String
    /// Salt of the hash.
    public let salt: [UInt8]
    /// Keyed hash of the code.
    public let codeHash: [UInt8]
    /// Attempts counted so far.
    public let tries: Int64
    /// When it was used, if it was.
    public let usedAt: Instant?
    /// When a newer one replaced it, if one did.
    public let endedAt: Instant?
    /// When the code ends.
    public let expires: Instant

    static let columns =
        "id, purpose, phone_index, thumbprint, salt, code_hash, tries, used_at, ended_at, expires"

    init(_ row: Row) throws {
        id = try row.id(0)
        purpose = try row.word(1)
        phoneIndex = try row.bytes(2)
        thumbprint = try row.text(3)
        salt = try row.bytes(4)
        codeHash = try row.bytes(5)
        tries = try row.int(6)
        usedAt = try row.instantOrNil(7)
        endedAt = try row.instantOrNil(8)
        expires = try row.instant(9)
    }
}
