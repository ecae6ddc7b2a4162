/// The notification about a person's standing on the home screen.
public enum HomeNotification: Hashable, Sendable {
    case text(String)
    case none
    /// The app does not show the home screen.
    case notApplicable

    /// Shown until the code is verified.
    public static let pendingVerification = HomeNotification.text("Pending SMS verification")
    /// Shown until an operator decides about the approval.
    public static let waitingForApproval = HomeNotification.text("Waiting for approval")
}
