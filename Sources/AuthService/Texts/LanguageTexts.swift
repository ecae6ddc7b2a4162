import Primitives

/// The texts of one language, of which the messages with codes are made.
struct LanguageTexts: Sendable, Hashable {
    /// The first line of a message, with `{code}`, `{use}` and `{validity}` in it once each.
    var message: String
    /// The time for which a code is valid, with `{n}` in it once.
    var seconds: String
    var minutes: String
    /// What a code is for, as the message says it.
    var uses: [CodeUse: String]

    /// The largest number of characters in a first line, whatever its use. With the line that phones read, such a text fits
    /// into three text messages even if its alphabet needs two bytes for each character.
    static let maximumLength = 160

    static let english = LanguageTexts(
        message: "{code} is your code to {use}. It is valid for {validity}. Never tell it to anyone.",
        seconds: "{n} seconds", minutes: "{n} minutes",
        uses: [
            .login: "log in", .loginOnNewDevice: "log in on a new device",
            .registration: "register this number and log in",
            .deleteAccount: "DELETE your account and everything in it",
            .removeDevice: "REMOVE another device of your account",
            .recoveryCodes: "make new recovery codes for your account",
            .changePhone: "change the PHONE NUMBER of your account", .makePIN: "make a PIN for your account",
            .resetPIN: "replace the PIN of your account, which you have forgotten",
            .makeSecondFactor: "add a second factor to your account",
        ])

    /// The first line of a message.
    /// - Parameter lifetime: the time from the request to the expiry of the code; told in minutes from two minutes on.
    func line(code: String, for use: CodeUse, lifetime: Duration) -> String {
        let count = lifetime.components.seconds
        let validity =
            count < 120
            ? seconds.replacing("{n}", with: "\(count)") : minutes.replacing("{n}", with: "\(count / 60)")
        // The code is filled in last, so that no placeholder is looked for in it.
        return message.replacing("{use}", with: uses[use] ?? "").replacing("{validity}", with: validity)
            .replacing("{code}", with: code)
    }
}
