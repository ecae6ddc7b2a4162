public import Domain
public import JSONRPC
public import Primitives

/// A child as its parents see it.
public struct ChildView: WireObject {
    public var childId: AccountID
    public var name: String
    public var state: ChildAccess.State
    public var parents: Int
    public var approval: ApprovalStatus
    public var addedAtMs: Instant
    public var inviteKind: InviteKind?
    public var inviteExpiresAtMs: Instant?
    public var deviceId: DeviceID?
    public var deviceName: String?
    public var boundAtMs: Instant?
    public var lastUsedAtMs: Instant?
    public var attemptsLeft: Int?
    public var parentAdmittedAtMs: Instant?
    public enum CodingKeys: String, CodingKey {
        case childId, name, state, parents, approval, addedAtMs, inviteKind, inviteExpiresAtMs, deviceId, deviceName,
            boundAtMs, lastUsedAtMs, attemptsLeft, parentAdmittedAtMs
    }

    /// Makes the view of a child without an invite and without a device.
    public init(
        childId: AccountID, name: String, state: ChildAccess.State, parents: Int, approval: ApprovalStatus,
        addedAtMs: Instant
    ) {
        (self.childId, self.name, self.state) = (childId, name, state)
        (self.parents, self.approval, self.addedAtMs) = (parents, approval, addedAtMs)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .childId: Field("The account of the child")
        case .name: Field("The child's name", .length(1...DeviceName.maximumLength))
        case .state: .childState
        case .parents: Field("The number of the child's parents", .range(1...4))
        case .approval: Field("The child's approval for syncing, which follows that of its parents")
        case .addedAtMs: Field("The time at which the child was added")
        case .inviteKind: Field("The form of the open invite; absent if there is none")
        case .inviteExpiresAtMs: Field("The moment at which the open invite expires")
        case .deviceId: Field("The device that is bound to the child; absent if there is none")
        case .deviceName: Field("The name of that device", .length(0...64))
        case .boundAtMs: Field("The time at which it was bound")
        case .lastUsedAtMs: Field("The time of its last login or refresh")
        case .attemptsLeft: Field("The wrong PINs that the device has left; absent without a device", .range(0...10))
        case .parentAdmittedAtMs:
            Field(
                "The moment at which the new device of a parent is admitted, for which another one has asked; absent for none"
            )
        }
    }
}
