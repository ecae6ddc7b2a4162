/// The reason why a sync call failed. Reasons that have the same effect on the secrets of the device may share a case.
/// Where a fault corresponds to a case, the raw value is the fault's name.
///
/// `accountDeleted` is not among the cases, because the fate of the secrets then depends on who deleted the account
/// (``SecretFateEvent``).
public enum SyncRefusal: String, CaseIterable, Hashable, Sendable, Codable {
    /// Recorded by auth: a person ended the session or replaced the account's TokenSecret (logged out everywhere).
    case sessionRevoked
    /// Recorded by auth: a person revoked the device.
    case deviceRevoked
    /// Recorded by auth: a spent refresh token was presented again.
    case refreshReused
    /// Recorded by auth: the PIN was reset elsewhere.
    case pinReset
    /// The person logged in on another device, in a group that allows one.
    case loggedInElsewhere
    /// The person belongs to another facility group now.
    case movedFacilityGroup
    /// Auth does not know the session or token, for example after a restore, or a newer login or registration replaced
    /// the session.
    case loginRequired
    /// The session was unused for too long or reached its maximum life.
    case sessionExpired
    /// Too many failed logins.
    case blocked
    /// Too many wrong PINs.
    case locked
    /// No operator has approved the person yet.
    case waitingForApproval
    /// An operator has disapproved the person.
    case disapprovedForSyncing
    /// The second factor has not been proven yet.
    case secondFactorRequired
    /// The PIN has not been proven yet.
    case pinRequired
    /// A fault without a case of its own (also of a newer server) and without status 401, or a fault that belongs to
    /// status 401 and came with another. It deletes nothing.
    case otherFault
    /// A 401 without a fault that has a case here, for example from a proxy.
    case foreign401
    /// No answer was received.
    case networkError
    /// An answer that is not what the contract says, such as a status of 500; not with status 401.
    case serverError
    /// The service asks the client to repeat the call later.
    case unavailable
    /// The access token has expired; a refresh replaces it.
    case tokenExpired
}
