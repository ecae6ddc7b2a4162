public import Domain
public import JSONRPC
public import Primitives

/// A message with a code, without its text.
public struct MessageView: WireObject {
    public var atMs: Instant
    public var phone: String?
    public var driver: String?
    public var state: Open<MessageState>
    public var reportedAtMs: Instant?
    public enum CodingKeys: String, CodingKey { case atMs, phone, driver, state, reportedAtMs }

    public init(
        atMs: Instant, phone: String?, driver: String?, state: Open<MessageState>, reportedAtMs: Instant?
    ) {
        (self.atMs, self.phone, self.driver, self.state) = (atMs, phone, driver, state)
        self.reportedAtMs = reportedAtMs
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .atMs: Field("The time at which the code was requested")
        case .phone: Field("The phone number, masked; absent if it is not known any more", .length(0...40))
        case .driver: Field("The driver that had the message last; absent before the first attempt", .length(0...20))
        case .state:
            Field("waiting, sending, accepted, unknown, delivered, failed, rejected, notAccepted or dropped")
        case .reportedAtMs: Field("The time of the delivery report; absent without one")
        }
    }
}
