public import Domain
public import Primitives
import SQL

/// A row of `family_invite`: the one invite of a child for each purpose. Another one takes its place.
public struct FamilyInviteRecord: Sendable, Hashable {
    /// The time after which an invite expires.
    public static let lifetime = Duration.minutes(10)

    public let child: AccountID
    public let id: InviteID
    public let purpose: InvitePurpose
    public let kind: InviteKind
    public let madeBy: AccountID
    public let expires: Instant
    public let usedAt: Instant?

    static let columns = "child, id, purpose, kind, made_by, expires, used_at"

    init(_ row: Row) throws {
        child = try row.identifier(0)
        id = try row.identifier(1)
        purpose = try row.enumValue(2)
        kind = try row.enumValue(3)
        madeBy = try row.identifier(4)
        expires = try row.instant(5)
        usedAt = try row.instantOrNil(6)
    }
}

/// An invite that a parent makes.
public struct NewInvite: Sendable {
    let id: InviteID
    let purpose: InvitePurpose
    let kind: InviteKind
    /// The keyed hash of its code.
    let hash: [UInt8]

    public init(id: InviteID, purpose: InvitePurpose, kind: InviteKind, hash: [UInt8]) {
        (self.id, self.purpose, self.kind, self.hash) = (id, purpose, kind, hash)
    }
}
