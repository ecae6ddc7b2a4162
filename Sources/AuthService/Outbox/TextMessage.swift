public import Primitives

/// A text message to one person. Its text holds a code, so it refuses to be printed.
public struct TextMessage: Sendable, Hashable, CustomStringConvertible {
    /// Whom it is for.
    public let to: E164
    /// What it says, lines separated by line feeds.
    public let text: String
    /// After this it is worth nothing and must not be sent.
    public let expires: Instant

    /// A message.
    public init(to: E164, text: String, expires: Instant) {
        self.to = to
        self.text = text
        self.expires = expires
    }

    /// The masked number and dots.
    public var description: String { "TextMessage(to: \(to), text: ••••)" }
}
