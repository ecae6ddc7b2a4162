public import JSONRPC

/// Faults about the account's sessions; codes from 1700.
// swift-format-ignore
extension FaultKind {
    public static let sessionUnknown = FaultKind(
        "sessionUnknown", 1701, "There is no such session on this account.",
        remedy: "read session.list again")

    public static let startEmptyRefused = FaultKind(
        "startEmptyRefused", 1702, "No new account is made on this number now.",
        remedy: "admit this device by another one, a recovery code or the PIN; or ask the administrator",
        administratorAction: "find out who the owner of the number is; 'latchkey-auth user admit' lets the device in, 'user delete' frees the number")

    public static let accountFaults: [FaultKind] = [
        .sessionUnknown, .startEmptyRefused,
    ]
}
