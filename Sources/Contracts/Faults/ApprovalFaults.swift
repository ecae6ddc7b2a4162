public import JSONRPC

/// Faults about approval, seed 0 (1400).
// swift-format-ignore
extension FaultKind {
    /// An operator has not yet approved this person for syncing.
    public static let waitingForApproval = FaultKind(
        "waitingForApproval", 1401, "An operator has not yet approved this person for syncing.",
        remedy: "pause syncing, keep everything, ask again later")
    /// An operator has disapproved this person for syncing.
    public static let disapprovedForSyncing = FaultKind(
        "disapprovedForSyncing", 1402, "An operator has disapproved this person for syncing.",
        remedy: "pause syncing, keep everything, show the reason")
    /// The row has changed since it was read.
    public static let versionStale = FaultKind(
        "versionStale", 1403, "The row has changed since it was read.",
        remedy: "read it again, then decide again")
    /// The person is not in a group this operator owns.
    public static let notYourGroup = FaultKind(
        "notYourGroup", 1404, "The person is not in a group this operator owns.",
        remedy: "ask an operator of that group")
    /// Nobody decides about themselves.
    public static let selfApproval = FaultKind(
        "selfApproval", 1405, "Nobody decides about themselves.",
        remedy: "ask another operator")
    /// There is no such person.
    public static let userUnknown = FaultKind(
        "userUnknown", 1406, "There is no such person.",
        remedy: "look the person up again")
    /// A disapproval needs a reason.
    public static let reasonRequired = FaultKind(
        "reasonRequired", 1407, "A disapproval needs a reason.",
        remedy: "repeat with a reason")

    /// The rows above, in order.
    public static let ofApproval: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .versionStale, .notYourGroup, .selfApproval, .userUnknown, .reasonRequired,
    ]
}
