/// What the home screen tells a person about their standing.
public enum HomeNotification: Hashable, Sendable {
    /// This sentence.
    case text(String)
    /// Nothing: all is said.
    case none
    /// There is no home screen to tell it on.
    case notApplicable

    /// Shown until the code is verified.
    public static let pendingVerification = HomeNotification.text("Pending SMS verification")
    /// Shown until an operator decides.
    public static let waitingForApproval = HomeNotification.text("Waiting for approval")
}
