public import JSONRPC

/// Faults about second factors (codes from 1600) and the account's sessions (from 1700).
// swift-format-ignore
extension FaultKind {
    public static let secondFactorRequired = FaultKind(
        "secondFactorRequired", 1601, "The second factor must be passed first.",
        remedy: "pass the second factor")
    public static let sessionUnknown = FaultKind(
        "sessionUnknown", 1701, "There is no such session on this account.",
        remedy: "read session.list again")

    public static let accountFaults: [FaultKind] = [
        .secondFactorRequired, .sessionUnknown,
    ]
}
