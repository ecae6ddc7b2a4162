import Domain
public import Primitives
import SQL

/// A row of the table `audit`, without its message authentication code.
public struct AuditRow: Sendable, Hashable {
    /// The identifier: 14 random bytes, which the rows of a transaction share, and their order in it, so that the order
    /// of identifiers is that of the entries.
    let id: [UInt8]
    public let at: Instant
    /// The stored word of an ``AuditKind``. A row that was tampered with may hold another text.
    public let kind: String
    public let detail: String
    public let account: AccountID?
    public let device: DeviceID?
    public let session: SessionID?
    /// The stored word of an ``AuditParty``.
    public let actor: String
    public let actorAccount: AccountID?
    public let actorDevice: DeviceID?
    public let actorSession: SessionID?
    public let count: Int64?

    init(_ entry: AuditEntry, by actor: AuditActor, id: [UInt8]) {
        self.id = id
        at = entry.at
        kind = entry.kind.rawValue
        detail = entry.detail
        account = entry.account
        device = entry.device
        session = entry.session
        count = entry.count
        self.actor = actor.party.rawValue
        actorAccount = actor.person?.account
        actorDevice = actor.person?.device
        actorSession = actor.person?.session
    }

    static let columns =
        "id, at, kind, detail, account, device, session, actor, actor_account, actor_device, actor_session, n"
    /// The number of ``columns``.
    static let width = 12

    init(_ row: Row) throws {
        id = try row.bytes(0)
        at = try row.instant(1)
        kind = try row.text(2)
        detail = try row.text(3)
        account = try row.identifierOrNil(4)
        device = try row.identifierOrNil(5)
        session = try row.identifierOrNil(6)
        actor = try row.text(7)
        actorAccount = try row.identifierOrNil(8)
        actorDevice = try row.identifierOrNil(9)
        actorSession = try row.identifierOrNil(10)
        count = try row.intOrNil(11)
    }

    /// The values of the columns.
    var values: [SQLValue] {
        [
            .bytes(id), .instant(at), .text(kind), .text(detail), .identifierOrNull(account),
            .identifierOrNull(device), .identifierOrNull(session), .text(actor), .identifierOrNull(actorAccount),
            .identifierOrNull(actorDevice), .identifierOrNull(actorSession), .intOrNull(count),
        ]
    }

    /// The columns as they are authenticated. An empty part stands for NULL: no other value is empty.
    var parts: [[UInt8]] {
        [
            id, Self.bytes(of: at.ms), Array(kind.utf8), Array(detail.utf8), account?.bytes ?? [], device?.bytes ?? [],
            session?.bytes ?? [], Array(actor.utf8), actorAccount?.bytes ?? [], actorDevice?.bytes ?? [],
            actorSession?.bytes ?? [], count.map(Self.bytes(of:)) ?? [],
        ]
    }

    /// The 8 bytes of a number, the most significant first.
    static func bytes(of number: Int64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) } }
}
