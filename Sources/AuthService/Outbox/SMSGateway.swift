/// Carries messages to people: one closure, so that a driver is a function and a test's driver an array.
public struct SMSGateway: Sendable {
    /// Hands a message over and says what became of it; called at most once for a message, unless it answers `notNow`.
    public let send: @Sendable (TextMessage) async -> DeliveryOutcome

    /// A gateway that sends so.
    public init(_ send: @escaping @Sendable (TextMessage) async -> DeliveryOutcome) {
        self.send = send
    }
}
