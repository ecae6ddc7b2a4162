public import Domain
public import Primitives
import SQL

/// A row of `session`: one login of one device. An ended session stays as the record of why it ended.
public struct SessionRecord: Sendable, Hashable {
    /// The time after which a session ends, however often it is refreshed.
    public static let lifetime = Duration.days(30)

    public let account: AccountID
    public let id: SessionID
    public let device: DeviceID
    /// The thumbprint of the device key the session is bound to.
    public let thumbprint: String
    /// The part of authentication the session has passed, from the column `gate`.
    public let level: SessionLevel
    /// The version of the account's TokenSecret when the session was opened.
    public let tokenSecretVersion: Int64
    /// The family of the refresh tokens of this login.
    public let family: FamilyID
    /// The number of refreshes so far.
    public let generation: Int64
    /// The keyed hash of the current refresh token.
    public let refreshHash: [UInt8]
    /// The number of the key that made the current refresh token, its hash, and the pseudonym that it may name.
    public let hashKey: Int
    /// The keyed hash of the previous refresh token, which yields the current one again while the current one is
    /// unused; nil before the first refresh.
    public let previousHash: [UInt8]?
    /// The last spent refresh tokens, the newest first; fewer after a refresh by an instance of an earlier version.
    public let spentTokens: [SpentToken]
    /// The proof that the login began with.
    public let means: NewSession.Means
    /// The two digits both devices show while the session is unproven; nil if it is not, or has ended.
    public let digits: String?
    /// The reason why the session was ended; nil if it was not, even if it has expired.
    public let ended: SessionEnd?
    /// The times at which the session was opened, was last refreshed, and expires however often it is refreshed.
    public let created: Instant, lastUsed: Instant, expires: Instant

    static let columns = """
        s.account, s.id, s.device, s.thumbprint, s.gate, s.tsv, s.family, s.generation, s.refresh_hash, \
        s.previous_hash, s.digits, \(SessionTable.ended), s.created, s.last_used, s.expires, \
        s.spent_tokens, s.hash_key, s.amr
        """

    init(_ row: Row, from first: Int = 0) throws {
        account = try row.identifier(first)
        id = try row.identifier(first + 1)
        device = try row.identifier(first + 2)
        thumbprint = try row.text(first + 3)
        level = try row.enumValue(first + 4)
        tokenSecretVersion = try row.int(first + 5)
        family = try row.identifier(first + 6)
        generation = try row.int(first + 7)
        refreshHash = try row.bytes(first + 8)
        previousHash = try row.bytesOrNil(first + 9)
        ended = try row.enumValueOrNil(first + 11)
        digits = ended == nil ? try row.textOrNil(first + 10) : nil
        created = try row.instant(first + 12)
        lastUsed = try row.instant(first + 13)
        expires = try row.instant(first + 14)
        spentTokens = try row.bytesOrNil(first + 15).map { SpentToken.decode($0) } ?? []
        hashKey = try row.keyNumber(first + 16)
        means = try row.enumValue(first + 17)
    }

    /// The facts ``SessionRule`` needs; the session expires at `expires`, or `idle` after its last refresh if that is
    /// earlier.
    public func facts(idle: Duration) -> SessionFacts {
        SessionFacts(
            ended: ended, level: level, tokenSecretVersion: tokenSecretVersion, expires: min(expires, lastUsed + idle))
    }
}
