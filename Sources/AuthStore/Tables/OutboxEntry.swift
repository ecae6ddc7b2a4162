public import Primitives
import SQL

/// A row of `outbox`: a message to a person or a call to the vault, to be sent after the transaction that caused it.
public struct OutboxEntry: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        /// A text message with a code: sent at most once, and never after it has expired.
        case sms
        /// `vault.purge`: called until the vault acknowledges it, and kept while it cannot be decrypted.
        case purge
    }

    public let id: OutboxEntryID
    public let kind: Kind
    /// The challenge whose code the message carries, and with whose use or end it is dropped; nil for a purge.
    public let challenge: ChallengeID?
    /// The content, encrypted by the service; erased once the entry is sent, dropped or dead.
    public let sealed: Sealed
    /// The number of times the entry was claimed for sending, this time included.
    public let attempts: Int64
    /// The moment from which the entry is not sent any more; nil for never.
    public let expires: Instant?

    public init(id: OutboxEntryID, kind: Kind, challenge: ChallengeID? = nil, sealed: Sealed, expires: Instant? = nil) {
        self.id = id
        self.kind = kind
        self.challenge = challenge
        self.sealed = sealed
        attempts = 0
        self.expires = expires
    }

    static let columns = "id, kind, challenge, sealed, attempts, expires, seal_key"

    init(_ row: Row) throws {
        id = try row.identifier(0)
        kind = try row.enumValue(1)
        challenge = try row.identifierOrNil(2)
        sealed = try row.sealedOrNil(3, key: 6) ?? Sealed([])
        attempts = try row.int(4)
        expires = try row.instantOrNil(5)
    }
}
