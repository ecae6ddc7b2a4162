public import JSONRPC

/// Faults about PINs; codes from 1200.
// swift-format-ignore
extension FaultKind {
    public static let pinRequired = FaultKind(
        "pinRequired", 1201, "The PIN must be proved first.",
        remedy: "prove the PIN with purpose reauth, and repeat with it as the confirmation")
    public static let pinSetupRequired = FaultKind(
        "pinSetupRequired", 1202, "The login is not complete: a PIN must be made, or the account's PIN proven.",
        remedy: "make a PIN, or prove the one that the account has with pin.prove")
    public static let pinWrong = FaultKind(
        "pinWrong", 1203, "The PIN is not right.",
        remedy: "let the person try again; data.attemptsLeft says how often")
    public static let pinWait = FaultKind(
        "pinWait", 1204, "New devices have entered too many wrong PINs; they may not try for a while.",
        remedy: "admit the device in another way, or wait for retryAfterMs")
    public static let pinChallengeExpired = FaultKind(
        "pinChallengeExpired", 1205, "The challenge was used, replaced or is too old, or the PIN was changed since.",
        remedy: "call pin.challenge again")
    public static let pinUnknown = FaultKind(
        "pinUnknown", 1206, "This device has no PIN to prove here.",
        remedy: "log in with a one-time code")
    public static let pinExists = FaultKind(
        "pinExists", 1207, "The account has a PIN already.",
        remedy: "change it with pin.change")
    public static let pinExhausted = FaultKind(
        "pinExhausted", 1208, "Too many wrong attempts were made at this PIN: new devices may not try it any more.",
        remedy: "change the PIN on an admitted device, or admit the new device in another way")
    public static let pinTooNew = FaultKind(
        "pinTooNew", 1209, "The PIN was made a short time ago with a code by message: it confirms nothing and admits no device yet.",
        remedy: "use a recovery code or an admitted device, or wait for retryAfterMs")

    public static let pinResetUnknown = FaultKind(
        "pinResetUnknown", 1210, "No new PIN waits to take effect.",
        remedy: "call account.me, which shows a new PIN that waits as pinReset")

    public static let pinFaults: [FaultKind] = [
        .pinRequired, .pinSetupRequired, .pinWrong, .pinWait, .pinChallengeExpired, .pinUnknown, .pinExists,
        .pinExhausted, .pinTooNew, .pinResetUnknown,
    ]

    /// What a method adds to its faults that takes a proof by PIN.
    static let ofPINProofs: [FaultKind] = [
        .pinWrong, .pinWait, .pinChallengeExpired, .pinExhausted, .pinTooNew,
    ]
}
