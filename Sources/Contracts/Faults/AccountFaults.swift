public import JSONRPC

/// Faults about PINs (codes from 1200), second factors (from 1600) and the account's sessions (from 1700).
// swift-format-ignore
extension FaultKind {
    public static let pinRequired = FaultKind(
        "pinRequired", 1201, "The PIN must be proved first.",
        remedy: "prove the PIN")
    public static let pinSetupRequired = FaultKind(
        "pinSetupRequired", 1202, "A PIN must be made first.",
        remedy: "make a PIN")
    public static let secondFactorRequired = FaultKind(
        "secondFactorRequired", 1601, "The second factor must be passed first.",
        remedy: "pass the second factor")
    public static let sessionUnknown = FaultKind(
        "sessionUnknown", 1701, "There is no such session on this account.",
        remedy: "read session.list again")

    public static let accountFaults: [FaultKind] = [
        .pinRequired, .pinSetupRequired, .secondFactorRequired, .sessionUnknown,
    ]
}
