public import JSONRPC

/// Faults about the account's sessions; codes from 1700.
// swift-format-ignore
extension FaultKind {
    public static let sessionUnknown = FaultKind(
        "sessionUnknown", 1701, "There is no such session on this account.",
        remedy: "read session.list again")

    public static let accountFaults: [FaultKind] = [
        .sessionUnknown,
    ]
}
