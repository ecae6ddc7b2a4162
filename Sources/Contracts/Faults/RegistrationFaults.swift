public import JSONRPC

/// Faults about registration; codes from 1300.
// swift-format-ignore
extension FaultKind {
    public static let flowError = FaultKind(
        "flowError", 1301, "The present state does not allow this step.",
        remedy: "read data.state, then take a step that follows from it")
    public static let blocked = FaultKind(
        "blocked", 1302, "Too many failed logins: the account is blocked.",
        remedy: "register again")
    public static let groupUnknown = FaultKind(
        "groupUnknown", 1303, "There is no facility group of that name to join.",
        remedy: "choose one from group.list")
    public static let notRegistered = FaultKind(
        "notRegistered", 1304, "The number is proved, but no account has it.",
        remedy: "call registration.start")

    public static let groupNotServed = FaultKind(
        "groupNotServed", 1305, "The facility group verifies no phone number, so it is served in demonstrations only.",
        remedy: "keep everything; register in another group after the administrator has deleted the account",
        administratorAction: "delete the account with 'latchkey-auth user delete', or serve the data with --demo")
    public static let numberTaken = FaultKind(
        "numberTaken", 1306, "The number belongs to another account.",
        remedy: "use another number",
        administratorAction: "use another number, or delete the account with 'latchkey-auth user delete'")
    public static let groupExists = FaultKind(
        "groupExists", 1307, "There is a facility group of that name already.",
        remedy: "choose another name, or change the group with group.change")
    public static let verificationNeeded = FaultKind(
        "verificationNeeded", 1308, "Outside a demonstration a facility group has to verify phone numbers.",
        remedy: "choose the verification otp, or run the service with --demo")
    public static let groupHasAccounts = FaultKind(
        "groupHasAccounts", 1309, "The verification of a facility group that has accounts cannot be changed.",
        remedy: "create another group with the other verification")
    public static let phoneChangeUnknown = FaultKind(
        "phoneChangeUnknown", 1310, "No change of the phone number can be undone.",
        remedy: "call account.me to learn the present number")

    public static let registrationFaults: [FaultKind] = [
        .flowError, .blocked, .groupUnknown, .notRegistered, .groupNotServed, .numberTaken, .groupExists,
        .verificationNeeded, .groupHasAccounts, .phoneChangeUnknown,
    ]
}
