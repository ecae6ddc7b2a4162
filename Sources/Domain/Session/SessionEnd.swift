/// The reason why a session's tokens are refused.
///
/// Raw values are the names of the faults that answer these tokens, so that a device learns what it may delete. They
/// are stored in the `session` and `revocation_event` tables and travel as `ended` between the services.
public enum SessionEnd: String, CaseIterable, Hashable, Sendable, Codable {
    /// A person ended the session, on this device or another one, or replaced the account's TokenSecret.
    case sessionRevoked
    /// The account logged in on another device, in a group that allows one device.
    case loggedInElsewhere
    /// The person was moved to another facility group.
    case movedFacilityGroup
    /// A person revoked the device.
    case deviceRevoked
    /// A spent refresh token was presented after its successor had been used: two parties hold the token.
    case refreshReused
    /// The PIN was reset.
    case pinReset
    /// The account was deleted.
    case accountDeleted
    /// The account is blocked. The session is not ended, so that no device deletes anything; it ends when the person
    /// registers again or deletes the account.
    case blocked
    /// The session was unused for too long or reached its maximum life.
    case sessionExpired
    /// A newer login of the same device or a new registration replaced the session, or the session or its account is
    /// unknown. A device deletes nothing because of it.
    case loginRequired
}
