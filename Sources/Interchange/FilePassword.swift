public import Primitives

/// The password of an encrypted file, as the person typed it.
public struct FilePassword: Redacted {
    /// The most bytes of a password.
    public static let mostBytes = 1024

    public let reveal: String

    /// Returns nil for an empty text and for one of over ``mostBytes`` bytes.
    public init?(wire content: String) {
        guard (1...Self.mostBytes).contains(content.utf8.count) else { return nil }
        reveal = content
    }

    var bytes: [UInt8] { Array(reveal.utf8) }
}
