public import JSONRPC

/// Faults about approval for syncing; codes from 1400.
// swift-format-ignore
extension FaultKind {
    public static let waitingForApproval = FaultKind(
        "waitingForApproval", 1401, "An operator has not yet approved this person for syncing.",
        remedy: "pause syncing, keep everything, ask again later")
    public static let disapprovedForSyncing = FaultKind(
        "disapprovedForSyncing", 1402, "An operator has disapproved this person for syncing.",
        remedy: "pause syncing, keep everything, show the reason")
    public static let versionStale = FaultKind(
        "versionStale", 1403, "The person's record has changed since it was read.",
        remedy: "read it again, then decide again")
    public static let notYourGroup = FaultKind(
        "notYourGroup", 1404, "The person is not in a group this operator owns.",
        remedy: "ask an operator of that group")
    public static let selfApproval = FaultKind(
        "selfApproval", 1405, "An operator cannot decide about themselves.",
        remedy: "ask another operator")
    public static let userUnknown = FaultKind(
        "userUnknown", 1406, "There is no such person.",
        remedy: "look the person up again")
    public static let reasonRequired = FaultKind(
        "reasonRequired", 1407, "A disapproval needs a reason.",
        remedy: "repeat with a reason")

    public static let approvalFaults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .versionStale, .notYourGroup, .selfApproval, .userUnknown, .reasonRequired,
    ]
}
