/// The login status of the user-states document, which the app on each device keeps for itself.
public enum LoginStatus: String, CaseIterable, Hashable, Sendable, Codable {
    /// A code was requested and is not verified yet.
    case otpRequested = "OTP Requested"
    case loggedIn = "Logged In"
    /// The person makes a new PIN; the server has not received the request yet.
    case resettingPIN = "Resetting PIN"
    /// The server has received the request for a new PIN; somebody has to approve it.
    case resetPINRequested = "Reset PIN Requested"
    /// The device holds a token that is not valid any more: the person logged in elsewhere, was moved to another group,
    /// or was disapproved.
    case unauthorized = "Unauthorized"
}
