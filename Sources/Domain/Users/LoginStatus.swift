/// Where a person stands with logging in, as the app on one device knows it (seed 000). Raw values are the seed's.
public enum LoginStatus: String, CaseIterable, Hashable, Sendable, Codable {
    /// A code was asked for and has not been verified.
    case otpRequested = "OTP Requested"
    /// Logged in.
    case loggedIn = "Logged In"
    /// Making a new PIN that the server has not been asked for yet.
    case resettingPIN = "Resetting PIN"
    /// The server has been asked for a new PIN; somebody has to approve it.
    case resetPINRequested = "Reset PIN Requested"
    /// Logged in elsewhere, moved to another group, or disapproved: the token is there and dead.
    case unauthorized = "Unauthorized"
}
