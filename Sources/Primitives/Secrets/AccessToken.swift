/// A signed access token (JWT). It is valid for at most 300 s.
public struct AccessToken: Redacted {
    public let reveal: String

    /// Returns nil unless the text is 1…8192 visible ASCII characters.
    public init?(_ text: String) {
        guard text.isVisibleASCII(1...8192) else { return nil }
        reveal = text
    }

    public init?(wire content: String) { self.init(content) }
}
