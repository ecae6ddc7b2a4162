public import Primitives

/// Sends text messages. A provider is integrated by passing one function.
public struct SMSGateway: Sendable {
    /// Hands a message to the provider. It is called again for a message only after `failedTemporarily`.
    private(set) var handOver: @Sendable (TextMessage) async -> Handover
    /// The drivers whose delivery reports are watched; nil if none are.
    let reportWatch: ReportWatch?
    /// Removes what is left of messages that were handed over long before this time.
    let removeOld: @Sendable (Instant) -> Void

    /// Makes a gateway that is its own only driver and sends no delivery reports.
    ///
    /// - Parameter removeOld: removes what is left of messages that were handed over long before this time. It is called
    ///   every minute.
    public init(
        removeOld: @escaping @Sendable (Instant) -> Void = { _ in },
        _ send: @escaping @Sendable (TextMessage) async -> DeliveryOutcome
    ) {
        handOver = { Handover(await send($0), driver: nil) }
        reportWatch = nil
        self.removeOld = removeOld
    }

    /// Makes a gateway of one or more drivers.
    public init(
        reportWatch: ReportWatch?, handOver: @escaping @Sendable (TextMessage) async -> Handover
    ) {
        self.handOver = handOver
        self.reportWatch = reportWatch
        removeOld = { _ in }
    }

    /// The same gateway; it calls a function with each message before it hands the message to the provider.
    public func observed(by observe: @escaping @Sendable (TextMessage) -> Void) -> SMSGateway {
        var gateway = self
        gateway.handOver = { [handOver] message in
            observe(message)
            return await handOver(message)
        }
        return gateway
    }

    /// Hands a message to the provider and returns the outcome alone.
    public func send(_ message: TextMessage) async -> DeliveryOutcome { await handOver(message).outcome }
}

/// The outcome of handing a message to a gateway, and the driver that had it last.
public struct Handover: Sendable, Hashable {
    public let outcome: DeliveryOutcome
    /// The driver's name, as the setting `sms-gateway` lists it; nil for a gateway that is its own only driver.
    public let driver: String?

    public init(_ outcome: DeliveryOutcome, driver: String?) {
        self.outcome = outcome
        self.driver = driver
    }
}
