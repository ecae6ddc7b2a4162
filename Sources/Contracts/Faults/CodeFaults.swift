public import JSONRPC

/// Faults about one-time codes (1100).
// swift-format-ignore
extension FaultKind {
    /// The code is not right.
    public static let codeWrong = FaultKind(
        "codeWrong", 1101, "The code is not right.",
        remedy: "let the person try again; data.attemptsLeft says how often")
    /// The code was used, replaced or is too old.
    public static let codeExpired = FaultKind(
        "codeExpired", 1102, "The code was used, replaced or is too old.",
        remedy: "ask for a new code")
    /// Too many wrong codes for this challenge.
    public static let tooManyAttempts = FaultKind(
        "tooManyAttempts", 1103, "Too many wrong codes for this challenge.",
        remedy: "ask for a new code")
    /// Too many wrong codes in a row on this device.
    public static let codeWait = FaultKind(
        "codeWait", 1104, "Too many wrong codes in a row on this device.",
        remedy: "wait for retryAfterMs; an operator can lift the wait")
    /// No further code may be sent yet.
    public static let sendLimit = FaultKind(
        "sendLimit", 1105, "No further code may be sent yet.",
        remedy: "wait for retryAfterMs",
        operatorDoes: "raise the limit for clinics behind one address if it is legitimate")
    /// Codes are not sent to this number's country.
    public static let destinationRefused = FaultKind(
        "destinationRefused", 1106, "Codes are not sent to this number's country.",
        remedy: "use a number of a country the service serves")

    /// The rows above, in order.
    public static let ofCodes: [FaultKind] = [
        .codeWrong, .codeExpired, .tooManyAttempts, .codeWait, .sendLimit, .destinationRefused,
    ]
}
