public import Primitives

/// Sends text messages. A provider is integrated by passing one function.
public struct SMSGateway: Sendable {
    /// Hands a message to the provider. It is called again for a message only after `failedTemporarily`.
    public let send: @Sendable (TextMessage) async -> DeliveryOutcome

    public init(_ send: @escaping @Sendable (TextMessage) async -> DeliveryOutcome) {
        self.send = send
    }
}

/// A text message to one person. Its description omits the text, which holds a code.
public struct TextMessage: Sendable, Hashable, CustomStringConvertible {
    public let to: E164
    /// The lines of the message, separated by line feeds.
    public let text: String
    /// The message must not be sent after this time.
    public let expires: Instant

    public init(to: E164, text: String, expires: Instant) {
        self.to = to
        self.text = text
        self.expires = expires
    }

    public var description: String { "TextMessage(to: \(to), text: ••••)" }
}

/// The result of an attempt to send a message or to call the vault.
public enum DeliveryOutcome: Sendable, Hashable {
    /// The gateway has taken the message, or the vault has acknowledged the call.
    case accepted
    /// The receiver has not taken it; a later attempt may succeed.
    case failedTemporarily
    /// The receiver has not taken it and never will.
    case failedPermanently
    /// It is not known whether the receiver has taken it. A message with a code is then not sent again; a call
    /// to the vault is.
    case unknown
}
