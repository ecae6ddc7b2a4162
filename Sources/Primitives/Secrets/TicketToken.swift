/// The opaque right to finish a login or a binding, for a few minutes and one device key.
public struct TicketToken: Redacted {
    /// The text in the clear.
    public let reveal: String

    /// Takes 16…512 visible ASCII characters; nil for anything else.
    public init?(_ text: String) {
        guard text.isVisibleASCII(16...512) else { return nil }
        reveal = text
    }

    /// As `init(_:)`.
    public init?(wire content: String) { self.init(content) }
}
