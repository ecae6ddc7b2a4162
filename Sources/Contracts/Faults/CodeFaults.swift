public import JSONRPC

/// Faults about one-time codes; codes from 1100.
// swift-format-ignore
extension FaultKind {
    public static let codeWrong = FaultKind(
        "codeWrong", 1101, "The code is not right.",
        remedy: "let the person try again; data.attemptsLeft says how often")
    public static let codeExpired = FaultKind(
        "codeExpired", 1102, "The code was used, replaced or is too old.",
        remedy: "ask for a new code")
    public static let tooManyAttempts = FaultKind(
        "tooManyAttempts", 1103, "Too many wrong codes for this challenge.",
        remedy: "ask for a new code; after wrong recovery codes, log in again")
    public static let codeWait = FaultKind(
        "codeWait", 1104, "Too many wrong codes; no attempt is accepted for a while.",
        remedy: "wait for retryAfterMs")
    public static let sendLimit = FaultKind(
        "sendLimit", 1105, "No further code may be sent yet.",
        remedy: "wait for retryAfterMs",
        administratorAction: "if many legitimate devices share one address, raise the setting sends-per-address")
    public static let destinationRefused = FaultKind(
        "destinationRefused", 1106, "Codes are not sent to this number's country.",
        remedy: "use a number of a country the service serves")

    public static let codeFaults: [FaultKind] = [
        .codeWrong, .codeExpired, .tooManyAttempts, .codeWait, .sendLimit, .destinationRefused,
    ]
}
