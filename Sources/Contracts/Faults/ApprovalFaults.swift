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

    public static let secondOperatorRequired = FaultKind(
        "secondOperatorRequired", 1408, "This operator has decided about 50 people within an hour.",
        remedy: "have another operator of the group call approval.confirmBulk, or continue when the hour is over",
        administratorAction: "'latchkey-auth approve confirm-bulk', once the decisions have been looked at")
    public static let groupUnsuitable = FaultKind(
        "groupUnsuitable", 1409, "The person cannot be moved to this group.",
        remedy: "choose another group, which registers the same kind of account and verifies numbers in the same way")
    public static let operatorApprovalRequired = FaultKind(
        "operatorApprovalRequired", 1410, "An operator has to approve this person before they become a parent of this child.",
        remedy: "ask an operator of your group to approve you, then repeat, with a new code if this one has expired")

    public static let childFollowsParents = FaultKind(
        "childFollowsParents", 1411, "The approval and the group of a child follow those of its parents.",
        remedy: "decide about a parent of the child")

    public static let approvalFaults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .versionStale, .notYourGroup, .selfApproval, .userUnknown, .reasonRequired,
        .secondOperatorRequired, .groupUnsuitable, .operatorApprovalRequired, .childFollowsParents,
    ]
}
