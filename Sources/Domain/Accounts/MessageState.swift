/// The state of a message with a code.
public enum MessageState: String, CaseIterable, Hashable, Sendable, Codable {
    /// It has not been handed to a gateway, or is waiting for another attempt.
    case waiting
    /// An instance is handing it to a gateway.
    case sending
    /// A gateway has taken it, and nothing has been reported about it.
    case accepted
    /// It is not known whether a gateway took it; it is not sent again.
    case unknown
    /// It has reached the phone.
    case delivered
    /// The network could not deliver it.
    case failed
    /// The gateway, or the network behind it, refused it after it was taken.
    case rejected
    /// No gateway took it, and it is not sent any more.
    case notAccepted
    /// Its code expired, was used or was replaced before it was sent.
    case dropped
}
