import AuthService

/// Sends messages through one provider.
///
/// A driver answers `failedTemporarily` or `failedPermanently` only if the provider certainly has not taken the message:
/// another driver may then send it.
public struct MessageDriver: Sendable {
    /// The name by which the setting `sms-gateway` lists it.
    let name: String
    /// True if the provider reports whether messages arrived.
    let sendsReports: Bool
    let send: @Sendable (TextMessage) async -> DriverAnswer

    init(
        _ name: String, sendsReports: Bool = false, send: @escaping @Sendable (TextMessage) async -> DriverAnswer
    ) {
        self.name = name
        self.sendsReports = sendsReports
        self.send = send
    }
}

/// The settings of one provider, from which its driver is made.
public protocol ProviderDriver: Sendable {
    func driver(_ link: ProviderLink) -> MessageDriver
}

/// What became of a message, and why, in words for the log. The words hold nothing that the provider wrote.
struct DriverAnswer: Sendable, Hashable {
    let outcome: DeliveryOutcome
    let reason: String

    init(_ outcome: DeliveryOutcome, _ reason: String) {
        self.outcome = outcome
        self.reason = reason
    }
}
