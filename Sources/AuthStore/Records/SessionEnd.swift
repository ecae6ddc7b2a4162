/// Why a session is over. The words are the faults that answer its tokens, so that a device learns what it may delete.
public enum SessionEnd: String, Sendable, Hashable {
    /// Ended on purpose, here or on another device.
    case sessionRevoked
    /// A login on another device, where the group allows one.
    case loggedInElsewhere
    /// The person was moved to another group.
    case movedFacilityGroup
    /// The device's access was ended on purpose.
    case deviceRevoked
    /// A spent refresh token was shown after its successor had been used.
    case refreshReused
    /// The PIN was reset.
    case pinReset
    /// Replaced, by a newer login of the same device or by registering again: nothing may be deleted because of it.
    case replaced = "loginRequired"
}
