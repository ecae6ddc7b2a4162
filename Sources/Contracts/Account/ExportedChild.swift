public import Domain
public import JSONRPC
public import Primitives

/// A child in the document that `account.export` makes for one of its parents.
public struct ExportedChild: WireObject {
    public var child: ChildView
    public var parentSinceMs: Instant
    public var otherParentsSinceMs: [Instant]
    public var invites: [ExportedInvite]
    public enum CodingKeys: String, CodingKey { case child, parentSinceMs, otherParentsSinceMs, invites }

    public init(child: ChildView, parentSinceMs: Instant, otherParentsSinceMs: [Instant], invites: [ExportedInvite]) {
        (self.child, self.parentSinceMs) = (child, parentSinceMs)
        (self.otherParentsSinceMs, self.invites) = (otherParentsSinceMs, invites)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .child: Field("The child, as child.list shows it")
        case .parentSinceMs: Field("The time at which the person became a parent of the child")
        case .otherParentsSinceMs:
            Field("The times at which the other parents became parents of the child, the earliest first", .items(0...3))
        case .invites:
            Field("The invites to the child that the person has made and that are still stored", .items(0...2))
        }
    }
}

/// An invite in that document, without its code.
public struct ExportedInvite: WireObject {
    public var purpose: InvitePurpose
    public var kind: InviteKind
    public var expiresAtMs: Instant
    public var usedAtMs: Instant?
    public enum CodingKeys: String, CodingKey { case purpose, kind, expiresAtMs, usedAtMs }

    public init(purpose: InvitePurpose, kind: InviteKind, expiresAtMs: Instant, usedAtMs: Instant? = nil) {
        (self.purpose, self.kind) = (purpose, kind)
        (self.expiresAtMs, self.usedAtMs) = (expiresAtMs, usedAtMs)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .purpose: Field("device for the child's device, or parent for another parent")
        case .kind: Field("The form of the invite")
        case .expiresAtMs: Field("The moment from which it cannot be used")
        case .usedAtMs: Field("The time at which it was used")
        }
    }
}
