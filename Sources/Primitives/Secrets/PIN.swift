/// A PIN as a person types it. It lives on the device only: what travels is a proof made with a key derived from it.
public struct PIN: Redacted {
    /// The text in the clear.
    public let reveal: String

    /// Takes 4…12 ASCII digits; nil for anything else.
    public init?(_ text: String) {
        guard text.isDigits(4...12) else { return nil }
        reveal = text
    }

    /// As `init(_:)`.
    public init?(wire content: String) { self.init(content) }
}
