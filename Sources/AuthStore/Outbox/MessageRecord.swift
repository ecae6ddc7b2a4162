public import Domain
public import Primitives
import SQL

/// A message with a code, as the administrator sees it.
public struct MessageRecord: Sendable, Hashable {
    public let id: OutboxEntryID
    /// The content, encrypted by the service; nil once the message is handed on or dropped.
    public let sealed: Sealed?
    /// The masked phone number, encrypted by the service; nil before the first attempt.
    public let recipient: Sealed?
    public let driver: String?
    public let state: MessageState
    public let created: Instant
    /// The time of the delivery report; nil if there is none.
    public let reported: Instant?

    static let columns = "id, sealed, recipient, driver, state, created, reported, report, seal_key, recipient_key"

    init(_ row: Row) throws {
        id = try row.identifier(0)
        sealed = try row.sealedOrNil(1, key: 8)
        recipient = try row.sealedOrNil(2, key: 9)
        driver = try row.textOrNil(3)
        created = try row.instant(5)
        reported = try row.instantOrNil(6)
        state = Self.state(of: try row.text(4), report: try row.textOrNil(7))
    }

    private static func state(of entry: String, report: String?) -> MessageState {
        switch entry {
        case "ready": .waiting
        case "sending": .sending
        case "sent": report.flatMap { MessageState(rawValue: $0) } ?? .accepted
        case "dead": .notAccepted
        default: .dropped
        }
    }
}
