/// Carries messages to people: one closure, so that a driver is a function and a test's driver an array.
public struct Courier: Sendable {
    /// Hands a message over and says what became of it; called at most once for a message, unless it answers `notNow`.
    public let send: @Sendable (Message) async -> Delivery

    /// A courier that sends so.
    public init(_ send: @escaping @Sendable (Message) async -> Delivery) {
        self.send = send
    }
}
