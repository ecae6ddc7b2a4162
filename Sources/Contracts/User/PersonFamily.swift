public import Domain
public import JSONRPC
public import Primitives

/// The family of a child or a parent, as the administrator and the operators of the group see it.
public struct PersonFamily: WireObject {
    public var name: String?
    public var access: ChildAccess.State?
    public var parents: [ChildParent]
    public var invites: [OpenInvite]
    public var children: [PersonChild]
    public enum CodingKeys: String, CodingKey { case name, access, parents, invites, children }

    public init(
        name: String? = nil, access: ChildAccess.State? = nil, parents: [ChildParent] = [], invites: [OpenInvite] = [],
        children: [PersonChild] = []
    ) {
        (self.name, self.access, self.parents) = (name, access, parents)
        (self.invites, self.children) = (invites, children)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .name:
            Field("The name of the child that is shown; absent for a parent", .length(1...DeviceName.maximumLength))
        case .access: Field("The state of the child's access; absent for a parent")
        case .parents:
            Field(
                "The parents of the child, in the order of their accounts; an operator sees no number of other groups",
                .items(0...4))
        case .invites: Field("The invites of the child that can still be used, without their codes", .items(0...2))
        case .children: Field("The children of the parent, the oldest first", .items(0...20))
        }
    }
}

/// A child as the administrator and operators see it at the parent.
public struct PersonChild: WireObject {
    public var childId: AccountID
    public var name: String
    public var access: ChildAccess.State
    public var approval: ApprovalStatus
    public var parents: Int
    public var deviceName: String?
    public var invites: [OpenInvite]
    public enum CodingKeys: String, CodingKey { case childId, name, access, approval, parents, deviceName, invites }

    public init(
        childId: AccountID, name: String, access: ChildAccess.State, approval: ApprovalStatus, parents: Int,
        deviceName: String? = nil, invites: [OpenInvite] = []
    ) {
        (self.childId, self.name, self.access, self.approval) = (childId, name, access, approval)
        (self.parents, self.deviceName, self.invites) = (parents, deviceName, invites)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .childId: Field("The account of the child")
        case .name: Field("The name that a parent gave to the child", .length(1...DeviceName.maximumLength))
        case .access: .childState
        case .approval: Field("The child's approval for syncing, which follows that of its parents")
        case .parents: Field("The number of the child's parents", .range(1...4))
        case .deviceName: Field("The name of the device that is bound to the child", .length(0...64))
        case .invites: Field("The invites that can still be used, without their codes", .items(0...2))
        }
    }
}

/// An invite that can still be used, without its code.
public struct OpenInvite: WireObject {
    public var purpose: InvitePurpose
    public var kind: InviteKind
    public var expiresAtMs: Instant
    public enum CodingKeys: String, CodingKey { case purpose, kind, expiresAtMs }

    public init(purpose: InvitePurpose, kind: InviteKind, expiresAtMs: Instant) {
        (self.purpose, self.kind, self.expiresAtMs) = (purpose, kind, expiresAtMs)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .purpose: Field("What the invite is for: the child's device, or another parent")
        case .kind: Field("The form of the invite: code or link")
        case .expiresAtMs: Field("The moment at which it expires")
        }
    }
}
