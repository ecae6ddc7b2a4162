public import Domain
public import Primitives
import SQL

/// One login of one device, alive or ended. An ended one is kept as the record of why.
public struct SessionRecord: Sendable, Hashable {
    /// The person.
    public let account: AccountID
    /// The login.
    public let id: SessionID
    /// Its device.
    public let device: DeviceID
    /// The thumbprint of the key it is bound to.
    public let thumbprint: String
    /// What stands before full scope.
    public let gate: SessionLevel
    /// The TokenSecret's version when it was minted; another one in the account means it is dead.
    public let tsv: Int64
    /// The refresh tokens that descend from this login.
    public let family: FamilyID
    /// How many times it was refreshed.
    public let generation: Int64
    /// Keyed hash of the refresh token now good.
    public let refreshHash: [UInt8]
    /// Keyed hash of the one before, which gives the same successor while that is unused.
    public let previousHash: [UInt8]?
    /// The two digits both screens show while it is unproven.
    public let digits: String?
    /// Why it is over; nil while it is alive.
    public let ended: SessionEnd?
    /// When it was made and last refreshed, and when it ends whatever happens.
    public let created: Instant, lastUsed: Instant, expires: Instant

    static let columns = """
        s.account, s.id, s.device, s.thumbprint, s.gate, s.tsv, s.family, s.generation, s.refresh_hash, \
        s.previous_hash, s.digits, s.ended, s.created, s.last_used, s.expires
        """
    static let width = 15

    init(_ row: Row, from first: Int = 0) throws {
        account = try row.id(first)
        id = try row.id(first + 1)
        device = try row.id(first + 2)
        thumbprint = try row.text(first + 3)
        gate = try row.word(first + 4)
        tsv = try row.int(first + 5)
        family = try row.id(first + 6)
        generation = try row.int(first + 7)
        refreshHash = try row.bytes(first + 8)
        previousHash = try row.bytesOrNil(first + 9)
        digits = try row.textOrNil(first + 10)
        ended = try row.wordOrNil(first + 11)
        created = try row.instant(first + 12)
        lastUsed = try row.instant(first + 13)
        expires = try row.instant(first + 14)
    }

    /// The facts ``SessionRule`` needs; the session expires `idle` after its last use, or at the end of its life.
    public func facts(idle: Duration) -> SessionFacts {
        SessionFacts(ended: ended, level: gate, tokenSecretVersion: tsv, expires: min(expires, lastUsed + idle))
    }

    /// True if the session was unused for `idle` or reached the end of its life.
    public func isExpired(at now: Instant, idle: Duration) -> Bool { now >= min(expires, lastUsed + idle) }
}
