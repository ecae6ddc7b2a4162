/// Sends text messages. A provider is integrated by passing one function.
public struct SMSGateway: Sendable {
    /// Hands a message to the provider. It is called again for a message only after `failedTemporarily`.
    let handOver: @Sendable (TextMessage) async -> Handover
    /// The drivers whose delivery reports are watched; nil if none are.
    let reportWatch: ReportWatch?

    /// Makes a gateway that is its own only driver and sends no delivery reports.
    public init(_ send: @escaping @Sendable (TextMessage) async -> DeliveryOutcome) {
        handOver = { Handover(await send($0), driver: nil) }
        reportWatch = nil
    }

    /// Makes a gateway of one or more drivers.
    public init(
        reportWatch: ReportWatch?, handOver: @escaping @Sendable (TextMessage) async -> Handover
    ) {
        self.handOver = handOver
        self.reportWatch = reportWatch
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
