/// The six to eight digits computed from an authenticator entry (TOTP or HOTP), leading zeros included.
public struct AuthenticatorCode: Redacted {
    public let reveal: String

    /// Returns nil unless the text is 6…8 ASCII digits.
    public init?(_ text: String) {
        guard text.isDigits(6...8) else { return nil }
        reveal = text
    }

    public init?(wire content: String) { self.init(content) }
}
