public import JSONRPC

/// Faults about PINs, second factors and the account itself (1200, 1600, 1700).
// swift-format-ignore
extension FaultKind {
    /// The PIN must be proved first.
    public static let pinRequired = FaultKind(
        "pinRequired", 1201, "The PIN must be proved first.",
        remedy: "prove the PIN")
    /// A PIN must be made first.
    public static let pinSetupRequired = FaultKind(
        "pinSetupRequired", 1202, "A PIN must be made first.",
        remedy: "make a PIN")
    /// The second factor must be passed first.
    public static let secondFactorRequired = FaultKind(
        "secondFactorRequired", 1601, "The second factor must be passed first.",
        remedy: "pass the second factor")
    /// There is no such session on this account.
    public static let sessionUnknown = FaultKind(
        "sessionUnknown", 1701, "There is no such session on this account.",
        remedy: "read session.list again")

    /// The rows above, in order.
    public static let ofAccounts: [FaultKind] = [
        .pinRequired, .pinSetupRequired, .secondFactorRequired, .sessionUnknown,
    ]
}
