public import JSONRPC

/// Faults about second factors; codes from 1600.
// swift-format-ignore
extension FaultKind {
    public static let secondFactorRequired = FaultKind(
        "secondFactorRequired", 1601, "The second factor must be passed first.",
        remedy: "pass the second factor, or enrol one where the group requires it and the account has none")
    public static let secondFactorWrong = FaultKind(
        "secondFactorWrong", 1602, "The code of the second factor is not right, or was used.",
        remedy: "let the person enter the next code; data.attemptsLeft says how often; after that, log in again")
    public static let secondFactorUnknown = FaultKind(
        "secondFactorUnknown", 1603, "The account has no second factor here to use.",
        remedy: "call session.status, and enrol one where it is needed")
    public static let secondFactorExists = FaultKind(
        "secondFactorExists", 1604, "The account has a second factor already.",
        remedy: "disable it first")
    public static let secondFactorTooNew = FaultKind(
        "secondFactorTooNew", 1605, "The second factor was made a short time ago with a code by message: it confirms nothing yet.",
        remedy: "use a recovery code, or wait for retryAfterMs")

    public static let secondFactorFaults: [FaultKind] = [
        .secondFactorRequired, .secondFactorWrong, .secondFactorUnknown, .secondFactorExists, .secondFactorTooNew,
    ]
}
