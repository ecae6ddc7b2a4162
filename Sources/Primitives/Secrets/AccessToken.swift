/// A signed access token (JWT), at most 300 s old when it is any good.
public struct AccessToken: Redacted {
    /// The text in the clear.
    public let reveal: String

    /// Takes 1…8192 visible ASCII characters; nil for anything else.
    public init?(_ text: String) {
        guard text.isVisibleASCII(1...8192) else { return nil }
        reveal = text
    }

    /// As `init(_:)`.
    public init?(wire content: String) { self.init(content) }
}
