/// The drivers that must report the delivery of messages, and what to do when one stops.
public struct ReportWatch: Sendable {
    /// A driver whose reports are expected, and the time since it last began to take messages.
    public struct Driver: Sendable, Hashable {
        public let name: String
        public let since: Duration

        public init(name: String, since: Duration) {
            self.name = name
            self.since = since
        }
    }

    /// The time within which a report must follow a message.
    public let wait: Duration
    let drivers: @Sendable () -> [Driver]
    let suspend: @Sendable (_ name: String) -> Void

    /// - Parameters:
    ///   - drivers: the drivers that take messages now and whose providers report deliveries.
    ///   - suspend: makes the other driver take over.
    public init(
        wait: Duration, drivers: @escaping @Sendable () -> [Driver],
        suspend: @escaping @Sendable (_ name: String) -> Void
    ) {
        self.wait = wait
        self.drivers = drivers
        self.suspend = suspend
    }
}
