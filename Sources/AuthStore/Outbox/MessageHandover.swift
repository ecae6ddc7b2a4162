public import Primitives

/// What an attempt to hand a message to a gateway leaves in the outbox.
public struct MessageHandover: Sendable, Hashable {
    /// The driver that had the message last; nil for a gateway that is its own only driver.
    public let driver: String?
    /// The masked phone number, encrypted by the service.
    public let recipient: Sealed
    /// The time at which the gateway took the message; nil if it did not, or if that is unknown.
    public let acceptedAt: Instant?
    /// True if it is not known whether the gateway took the message.
    public let isUnknown: Bool

    public init(driver: String?, recipient: Sealed, acceptedAt: Instant?, isUnknown: Bool) {
        self.driver = driver
        self.recipient = recipient
        self.acceptedAt = acceptedAt
        self.isUnknown = isUnknown
    }
}

/// What a gateway reports about a message that it has taken. The first report stays.
public enum DeliveryReport: String, Sendable, Hashable, CaseIterable {
    /// The message has reached the phone.
    case delivered
    /// The network gave up: the phone was off, or the number is not in use.
    case failed
    /// The gateway, or the network behind it, refused the message.
    case rejected
}
