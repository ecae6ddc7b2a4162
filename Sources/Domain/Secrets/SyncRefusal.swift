/// Why a call was not answered, as far as stored secrets care. Raw values are the faults' names where there is one.
///
/// `accountDeleted` is missing on purpose: the device must say whether it asked for that itself (`SecretEvent`).
public enum SyncRefusal: String, CaseIterable, Hashable, Sendable, Codable {
    /// Recorded by auth: the session was ended on purpose.
    case sessionRevoked
    /// Recorded by auth: the device was taken out.
    case deviceRevoked
    /// Recorded by auth: a spent refresh token was shown again.
    case refreshReused
    /// Recorded by auth: the PIN was reset elsewhere.
    case pinReset
    /// Another device took the account's one place.
    case loggedInElsewhere
    /// The person belongs to another facility group now.
    case movedFacilityGroup
    /// A session or token auth does not know: a restore, an expiry, a lost key.
    case loginRequired
    /// The session has run out.
    case sessionExpired
    /// Too many failed logins.
    case blocked
    /// Too many wrong PINs.
    case locked
    /// Nobody has approved the person yet.
    case waitingForApproval
    /// An operator has said no.
    case disapprovedForSyncing
    /// The second factor has yet to be shown.
    case secondFactorRequired
    /// The PIN has yet to be proved.
    case pinRequired
    /// Any fault without a row of its own, newer ones included: what is not understood destroys nothing.
    case otherFault
    /// A 401 whose body is not ours: a proxy's, or half an answer.
    case foreign401
    /// No answer.
    case networkError
    /// A 5xx.
    case serverError
    /// The service says: not now.
    case unavailable
    /// The access token is old; a refresh mends it.
    case tokenExpired
}
