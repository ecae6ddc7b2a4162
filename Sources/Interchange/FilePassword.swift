public import Primitives

/// The password of an encrypted file, as the person typed it.
public struct FilePassword: Redacted {
    public let reveal: String

    /// Returns nil for an empty text and for one of over 1024 bytes.
    public init?(wire content: String) {
        guard (1...1024).contains(content.utf8.count) else { return nil }
        reveal = content
    }

    var bytes: [UInt8] { Array(reveal.utf8) }
}
