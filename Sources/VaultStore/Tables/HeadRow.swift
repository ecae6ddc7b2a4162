public import Primitives
import SQL

/// One account's head: the row that orders its writes.
///
/// Whoever writes locks it first, in a statement of its own, so seq order is commit order and there are no holes; a
/// reader that sees head `seq` in its snapshot has every rev up to it.
public struct HeadRow: Sendable, Hashable {
    /// Whether the account may still be written.
    public enum State: String, Sendable {
        /// In use.
        case live
        /// Erased for good: nothing can bring it to life, also not a late first push.
        case purged
    }

    /// A random id, new after every restore or change of the database's timeline.
    public let epoch: EpochID
    /// The number of the last change; 0 when nothing was ever written.
    public var seq: Int64
    /// Tombstones up to here may be purged: a cursor below it has expired.
    public let floor: Int64
    /// Operation log entries up to here may be purged: an operation made below it is refused as expired.
    public let opFloor: Int64
    /// The `seq` at which this epoch left its parent; 0 in an account's first epoch.
    public let epochBase: Int64
    /// The version of the data key that seals new bodies; 0 before the first.
    public var dekVersion: Int64
    /// Secrets that are live or in the trash.
    public var items: Int64
    /// Bytes of their bodies, unsealed.
    public var bytes: Int64
    /// Whether the account may still be written.
    public let state: State
    /// The highest time this account has seen: its times never go back, even if the host's clock does.
    public var touchedAt: Instant
}

/// `vault_head(account)`: one row an account.
enum HeadTable {
    static let definition = """
        CREATE TABLE vault_head (
            account BYTEA NOT NULL PRIMARY KEY, epoch BYTEA NOT NULL, seq BIGINT NOT NULL, floor BIGINT NOT NULL,
            op_floor BIGINT NOT NULL, epoch_base BIGINT NOT NULL, dek_version BIGINT NOT NULL, items BIGINT NOT NULL,
            bytes BIGINT NOT NULL, state TEXT NOT NULL CHECK (state IN ('live', 'purged')), touched_at BIGINT NOT NULL
        ) {clustered}
        """

    private static let columns =
        "epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state, touched_at"

    /// Makes the row if it is absent, as the head of an account that was never written.
    static func ensure(_ account: AccountID, epoch: EpochID, now: Instant, in transaction: any Transaction) throws {
        try transaction.run(
            Statement(
                """
                INSERT INTO vault_head (account, \(columns)) VALUES ($1, $2, 0, 0, 0, 0, 0, 0, 0, 'live', $3)
                ON CONFLICT (account) DO NOTHING
                """, .bytes(account.bytes), .bytes(epoch.bytes), .integer(now.ms)))
    }

    /// The row, locked until the transaction ends.
    static func lock(_ account: AccountID, in transaction: any Transaction) throws -> HeadRow? {
        try transaction.run(
            Statement("SELECT \(columns) FROM vault_head WHERE account = $1 {lockRow}", .bytes(account.bytes))
        ).first.map(HeadRow.init)
    }

    /// The row as the snapshot has it: one primary-key read.
    static func read(_ account: AccountID, in transaction: any Transaction) throws -> HeadRow? {
        try transaction.run(look(at: account)).first.map(HeadRow.init)
    }

    /// The row, for a point read of its own.
    static func look(at account: AccountID) -> Statement {
        Statement("SELECT \(columns) FROM vault_head WHERE account = $1", .bytes(account.bytes))
    }

    /// How many accounts one statement asks for: always as many, so that there is one text to prepare.
    static let chunk = 100

    /// The numbers of the last changes of at most `chunk` accounts that are live.
    static func heads(of accounts: [AccountID], in transaction: any Transaction) throws -> [(AccountID, Int64)] {
        guard let last = accounts.last else { return [] }
        let padded = accounts + Array(repeating: last, count: chunk - accounts.count)
        return try transaction.run(
            Statement(
                """
                SELECT account, seq FROM vault_head
                WHERE state = 'live' AND account IN \(Statement.parameters(from: 1, count: chunk))
                """, values: padded.map { .bytes($0.bytes) })
        ).map { (try $0.id(0), try $0.int(1)) }
    }

    /// Writes what a push moves: number, key version, counts and time.
    static func advance(_ account: AccountID, to head: HeadRow) -> Statement {
        Statement(
            """
            UPDATE vault_head SET seq = $2, dek_version = $3, items = $4, bytes = $5, touched_at = $6
            WHERE account = $1
            """, .bytes(account.bytes), .integer(head.seq), .integer(head.dekVersion), .integer(head.items),
            .integer(head.bytes), .integer(head.touchedAt.ms))
    }

    /// Makes the row say that the account is erased for good, also where there never was a row.
    static func purge(_ account: AccountID, epoch: EpochID, now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO vault_head (account, \(columns)) VALUES ($1, $2, 0, 0, 0, 0, 0, 0, 0, 'purged', $3)
            ON CONFLICT (account) DO UPDATE SET state = 'purged', dek_version = 0, items = 0, bytes = 0, touched_at = $3
            """, .bytes(account.bytes), .bytes(epoch.bytes), .integer(now.ms))
    }

    /// Begins a new epoch: the number jumps, so no rev of the old one is ever given again.
    static func begin(_ epoch: EpochID, of account: AccountID, after head: HeadRow) -> Statement {
        Statement(
            "UPDATE vault_head SET epoch = $2, epoch_base = $3, seq = $4 WHERE account = $1", .bytes(account.bytes),
            .bytes(epoch.bytes), .integer(head.seq), .integer(head.seq + (1 << 32)))
    }

    /// Up to `limit` accounts after one, in id order: how a restore walks all of them in chunks.
    static func accounts(after account: AccountID?, limit: Int64, in transaction: any Transaction) throws -> [AccountID]
    {
        try transaction.run(
            Statement(
                "SELECT account FROM vault_head WHERE account > $1 ORDER BY account LIMIT $2",
                .bytes(account?.bytes ?? []), .integer(limit))
        ).map { try $0.id(0) }
    }
}

extension HeadRow {
    init(_ row: Row) throws {
        epoch = try row.id(0)
        seq = try row.int(1)
        floor = try row.int(2)
        opFloor = try row.int(3)
        epochBase = try row.int(4)
        dekVersion = try row.int(5)
        items = try row.int(6)
        bytes = try row.int(7)
        state = try row.value(8)
        touchedAt = Instant(ms: try row.int(9))
    }
}
