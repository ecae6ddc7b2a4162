import Primitives

/// The device that is bound to a child.
public struct NewBinding: Sendable {
    /// The time after which the ticket of a right invite code expires.
    public static let ticketLifetime = Duration.minutes(5)

    let binding: BindingID
    /// The identifier of the device, used if the child has no device with this key yet.
    let id: DeviceID
    let session: NewSession.Device
    let invite: InviteID

    init(binding: BindingID, id: DeviceID, session: NewSession.Device, invite: InviteID) {
        (self.binding, self.id, self.session, self.invite) = (binding, id, session, invite)
    }
}
