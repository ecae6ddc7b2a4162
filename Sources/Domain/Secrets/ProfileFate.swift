/// What becomes of the profile: login, token, userId.
public enum ProfileFate: String, CaseIterable, Hashable, Sendable, Codable {
    /// Gone from the device.
    case deleted
    /// Untouched.
    case kept
    /// Kept with its dead token; syncing stops (seed 000's Unauthorized).
    case keptSyncOff
    /// Kept; the person logs in again, and the rows heal.
    case keptLoginAgain
    /// Kept; the token is refreshed and the call made again.
    case keptRefresh
}
