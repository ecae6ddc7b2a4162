/// The six to eight digits an authenticator entry shows for a while, leading zeros kept.
public struct AuthenticatorCode: Redacted {
    /// The text in the clear.
    public let reveal: String

    /// Takes 6 to 8 ASCII digits; nil for anything else.
    public init?(_ text: String) {
        guard text.isDigits(6...8) else { return nil }
        reveal = text
    }

    /// As `init(_:)`.
    public init?(wire content: String) { self.init(content) }
}
