/// The fate of a device's profile (login, token, user id) at the end of a session.
public enum ProfileFate: String, CaseIterable, Hashable, Sendable, Codable {
    /// Deleted from the device.
    case deleted
    case kept
    /// Kept with its invalid token; syncing stops (login status Unauthorized).
    case keptSyncOff
    /// Kept; the person logs in again, and syncing continues.
    case keptLoginAgain
    /// Kept; the device refreshes the token and repeats the call.
    case keptRefresh
}
