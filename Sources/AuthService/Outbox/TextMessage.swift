public import Primitives

/// A text message to one person. Its description omits the text, which holds a code.
public struct TextMessage: Sendable, Hashable, CustomStringConvertible {
    public let to: E164
    /// The lines of the message, separated by line feeds.
    public let text: String
    /// The message must not be sent after this time.
    public let expires: Instant
    /// The same in every attempt to send the message.
    public let id: OutboxEntryID
    /// Names the message in delivery reports. Nobody can guess it: whoever knows it may report about the message.
    public let reportReference: String

    public init(
        to: E164, text: String, expires: Instant, id: OutboxEntryID = OutboxEntryID(bits: 0),
        reportReference: String = ""
    ) {
        self.to = to
        self.text = text
        self.expires = expires
        self.id = id
        self.reportReference = reportReference
    }

    public var description: String { "TextMessage(to: \(to), text: ••••)" }
}
