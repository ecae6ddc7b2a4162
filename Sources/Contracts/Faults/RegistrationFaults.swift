public import JSONRPC

/// Faults about registration; codes from 1300.
// swift-format-ignore
extension FaultKind {
    public static let flowError = FaultKind(
        "flowError", 1301, "The registration's state does not allow this step.",
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

    public static let registrationFaults: [FaultKind] = [.flowError, .blocked, .groupUnknown, .notRegistered]
}
