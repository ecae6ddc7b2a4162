/// The six digits of a one-time code, leading zeros included.
public struct OneTimeCode: Redacted {
    public let reveal: String

    /// Returns nil unless the text is 6 ASCII digits.
    public init?(_ text: String) {
        guard text.isDigits(6...6) else { return nil }
        reveal = text
    }

    public init?(wire content: String) { self.init(content) }
}
