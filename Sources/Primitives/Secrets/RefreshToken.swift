/// An opaque refresh token. It is bound to a device key, and each refresh replaces it; the server stores only a keyed
/// hash of it.
public struct RefreshToken: Redacted {
    public let reveal: String

    /// Returns nil unless the text is 16…512 visible ASCII characters.
    public init?(_ text: String) {
        guard text.isVisibleASCII(16...512) else { return nil }
        reveal = text
    }

    public init?(wire content: String) { self.init(content) }
}
