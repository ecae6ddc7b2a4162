public import JSONRPC

/// Faults about acts that have to be confirmed; codes from 1800.
// swift-format-ignore
extension FaultKind {
    public static let confirmationRequired = FaultKind(
        "confirmationRequired", 1801, "This act needs a confirmation beside the session.",
        remedy: "ask the person for the PIN, a code of the second factor, a recovery code or, if data.purpose is there, a one-time code of that purpose, and repeat with it")
    public static let changesHeld = FaultKind(
        "changesHeld", 1802, "A device of the account is or was suspended, or messages have changed its number: for a while only a recovery code, the PIN or the second factor confirms this.",
        remedy: "show the notices; repeat with a recovery code, the PIN or the second factor, or wait for retryAfterMs, until data.untilMs",
        administratorAction: "find out who the owner is; 'latchkey-auth user cancel-hold' and 'user admit' take effect at once and end the hold")
    public static let recoveryCodeWrong = FaultKind(
        "recoveryCodeWrong", 1803, "The recovery code is not right, or was used.",
        remedy: "let the person try another; data.attemptsLeft says how often; after that, log in again")
    public static let recoveryCodeTooNew = FaultKind(
        "recoveryCodeTooNew", 1804, "The recovery code is right, but was made a short time ago with a code by message.",
        remedy: "use one of the former codes, or wait for retryAfterMs")

    public static let ownSecretMissing = FaultKind(
        "ownSecretMissing", 1805, "Only a PIN, a second factor or a recovery code confirms this, and the account has none.",
        remedy: "let the person make recovery codes or a PIN; confirmed by a message they count after 72 hours")

    public static let confirmationFaults: [FaultKind] = [
        .confirmationRequired, .changesHeld, .recoveryCodeWrong, .recoveryCodeTooNew, .ownSecretMissing,
    ]

    /// The faults of a method whose act is confirmed by a recovery code, a one-time code, a PIN or a second factor. The third
    /// wrong PIN blocks the account; `blocked` is implied by every token, and is not listed here.
    static let ofConfirmations: [FaultKind] =
        ofMessagesAndRecoveryCodes + [.changesHeld, .confirmationRequired] + ofPINConfirmations
        + ofSecondFactorConfirmations

    static let ofMessagesAndRecoveryCodes: [FaultKind] = [
        .codeWrong, .codeExpired, .tooManyAttempts, .codeWait, .recoveryCodeWrong, .recoveryCodeTooNew,
    ]

    /// The faults of a method whose act only a secret of the person's own confirms.
    static let ofOwnSecrets: [FaultKind] =
        [.recoveryCodeWrong, .recoveryCodeTooNew, .tooManyAttempts, .codeWait, .changesHeld, .confirmationRequired]
        + [.ownSecretMissing] + ofPINConfirmations + ofSecondFactorConfirmations

    static let ofPINConfirmations: [FaultKind] = [.pinWrong, .pinChallengeExpired, .pinTooNew]
    static let ofSecondFactorConfirmations: [FaultKind] = [
        .secondFactorWrong, .secondFactorTooNew, .secondFactorUnknown,
    ]
}
