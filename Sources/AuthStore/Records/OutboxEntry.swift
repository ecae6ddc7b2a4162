import Domain
public import Primitives
import SQL

/// Something to be sent after the transaction that caused it: a message to a person, or a call to the vault.
public struct OutboxEntry: Sendable, Hashable {
    /// How an entry travels, and how often.
    public enum Kind: String, Sendable, Hashable {
        /// A text message with a code: at most once, and never after its end.
        case sms
        /// `vault.purge`: at least once, until the vault acknowledges it.
        case purge
    }

    /// The entry.
    public let id: EventID
    /// How it travels.
    public let kind: Kind
    /// The challenge whose code it carries, if it does: used or ended, the message is dropped.
    public let challenge: ChallengeID?
    /// What to send, sealed by the service; erased once sent or dropped.
    public let sealed: [UInt8]
    /// How often it was taken up, this time included.
    public let attempts: Int64
    /// When it is worth nothing any more; nil for never.
    public let expires: Instant?

    /// An entry about to be put in.
    public init(id: EventID, kind: Kind, challenge: ChallengeID? = nil, sealed: [UInt8], expires: Instant? = nil) {
        self.id = id
        self.kind = kind
        self.challenge = challenge
        self.sealed = sealed
        attempts = 0
        self.expires = expires
    }

    static let columns = "id, kind, challenge, sealed, attempts, expires"

    init(_ row: Row) throws {
        id = try row.id(0)
        kind = try row.word(1)
        challenge = try row.idOrNil(2)
        sealed = try row.bytesOrNil(3) ?? []
        attempts = try row.int(4)
        expires = try row.instantOrNil(5)
    }
}
