public import Domain
public import Primitives

/// A child as its parents see it.
public struct ChildDetails: Sendable, Hashable {
    public let account: AccountRecord
    public let name: String
    /// The parents, in the order of their identifiers.
    public let parents: [AccountID]
    /// The invite for the child's device that can still be used; nil if there is none.
    public let invite: FamilyInviteRecord?
    /// The invite for another parent that can still be used; nil if there is none.
    public let parentInvite: FamilyInviteRecord?
    /// The binding of the child to a device, and the device; nil if there is none.
    public let binding: ChildBindingRecord?
    public let device: DeviceRecord?
    /// The wrong PINs in a row.
    public let attempts: Int
    /// The moment at which the new device of one of the parents is admitted, for which another parent has asked; nil for none.
    public let parentAdmission: Instant?
    /// The state in which the last binding has ended; nil if none has.
    public let lastEnd: ChildAccess.State?

    /// The state of the access as parents and operators see it.
    public var state: ChildAccess.State { binding?.state ?? .childInviteVerify }
    /// The invites that can still be used, that of the device first.
    public var invites: [FamilyInviteRecord] { [invite, parentInvite].compactMap(\.self) }
}
