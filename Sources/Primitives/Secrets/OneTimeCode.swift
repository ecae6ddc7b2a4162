/// The six digits of a text message, leading zeros kept.
public struct OneTimeCode: Redacted {
    /// The text in the clear.
    public let reveal: String

    /// Takes exactly 6 ASCII digits; nil for anything else.
    public init?(_ text: String) {
        guard text.isDigits(6...6) else { return nil }
        reveal = text
    }

    /// As `init(_:)`.
    public init?(wire content: String) { self.init(content) }
}
