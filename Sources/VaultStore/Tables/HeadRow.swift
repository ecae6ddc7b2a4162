public import Primitives
import SQL

/// The head row of one account, which orders the account's changes.
///
/// Every transaction that changes secrets locks the row first, in a statement of its own. Sequence numbers are
/// therefore assigned in commit order and, within an epoch, without gaps: a snapshot that contains the head contains
/// every change up to ``seq``.
public struct HeadRow: Sendable, Hashable {
    public enum State: String, Sendable {
        /// The account can be read and written.
        case live
        /// The account was erased for good. No write, not even a late first push, revives it.
        case purged
    }

    /// The random id of the account's history; a new one after every restore or change of the database's timeline.
    public let epoch: EpochID
    /// The sequence number of the last change; 0 if there was none.
    public var seq: Int64
    /// The number up to which tombstones may have been erased: a cursor below it has expired.
    public let floor: Int64
    /// The number up to which entries of the operation log may have been erased: an operation whose
    /// ``SecretOp/knownSeq`` is below it is rejected as expired.
    public let opFloor: Int64
    /// The ``seq`` at which this epoch began; 0 in an account's first epoch.
    public let epochBase: Int64
    /// The version of the data key that seals new bodies; 0 before the first body.
    public var dekVersion: Int64
    /// The number of secrets that are live or in the trash.
    public var items: Int64
    /// The number of bytes of their bodies, before encryption.
    public var bytes: Int64
    public let state: State
    /// The latest time used in this account. New changes never get an earlier one, even if the host's clock goes back.
    public var touchedAt: Instant
}

extension HeadRow {
    init(_ row: Row) throws {
        epoch = try row.identifier(0)
        seq = try row.int(1)
        floor = try row.int(2)
        opFloor = try row.int(3)
        epochBase = try row.int(4)
        dekVersion = try row.int(5)
        items = try row.int(6)
        bytes = try row.int(7)
        state = try row.enumValue(8)
        touchedAt = try row.instant(9)
    }

    /// Returns this head if the account is live.
    ///
    /// - Throws: ``VaultStoreFault/purged``.
    func checkedLive() throws(VaultStoreFault) -> HeadRow {
        switch state {
        case .live: self
        case .purged: throw .purged
        }
    }

    /// Reads an account's head without a lock; nil if the account has none yet.
    ///
    /// - Throws: ``VaultStoreFault/purged``.
    static func live(_ account: AccountID, in transaction: any Transaction) throws -> HeadRow? {
        try transaction.first(HeadTable.select(account)).map { try HeadRow($0).checkedLive() }
    }

    /// Inserts an account's head if it is absent, then locks it.
    ///
    /// The lock is a statement of its own and nothing may be read before it: a statement that locks the head and also
    /// reads items would return the new head with items from before the wait for the lock.
    /// - Throws: ``VaultStoreFault/purged``.
    static func lock(
        _ account: AccountID, newEpoch: EpochID, now: Instant, in transaction: any Transaction
    ) throws -> HeadRow {
        try transaction.run(HeadTable.insertIfAbsent(account, epoch: newEpoch, now: now))
        guard let row = try transaction.first(HeadTable.lock(account)) else {
            throw SQLFault.damagedRow("the head of an account is missing right after its insertion")
        }
        return try HeadRow(row).checkedLive()
    }
}

/// The statements on `vault_head(account)`, which has one row for each account.
enum HeadTable {
    private static let columns =
        "epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state, touched_at"

    static func select(_ account: AccountID) -> Statement {
        Statement("SELECT \(columns) FROM vault_head WHERE account = $1", .identifier(account))
    }

    /// Selects the row and locks it until the transaction ends.
    static func lock(_ account: AccountID) -> Statement {
        Statement("SELECT \(columns) FROM vault_head WHERE account = $1 {lockRow}", .identifier(account))
    }

    static func insertIfAbsent(_ account: AccountID, epoch: EpochID, now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO vault_head (account, \(columns)) VALUES ($1, $2, 0, 0, 0, 0, 0, 0, 0, 'live', $3)
            ON CONFLICT (account) DO NOTHING
            """, .identifier(account), .identifier(epoch), .instant(now))
    }

    /// The number of parameters of ``selectSeqs(of:)``. A shorter list is filled up with its last account, so that the
    /// statement's text is always the same and is prepared once.
    static let accountsPerStatement = 100

    /// Selects account and sequence number of at most ``accountsPerStatement`` accounts, without purged ones.
    static func selectSeqs(of accounts: [AccountID]) -> Statement {
        let repeated = accounts.last.map {
            Array(repeating: SQLValue.identifier($0), count: accountsPerStatement - accounts.count)
        }
        return Statement(
            """
            SELECT account, seq FROM vault_head
            WHERE state = 'live' AND account IN \(Statement.parameters(from: 1, count: accountsPerStatement))
            """, values: accounts.map { .identifier($0) } + (repeated ?? []))
    }

    /// Updates the columns that a push changes.
    static func update(_ account: AccountID, to head: HeadRow) -> Statement {
        Statement(
            """
            UPDATE vault_head SET seq = $2, dek_version = $3, items = $4, bytes = $5, touched_at = $6
            WHERE account = $1
            """, .identifier(account), .integer(head.seq), .integer(head.dekVersion), .integer(head.items),
            .integer(head.bytes), .instant(head.touchedAt))
    }

    /// Marks an account as purged and inserts its row if there is none.
    static func markPurged(_ account: AccountID, newEpoch: EpochID, now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO vault_head (account, \(columns)) VALUES ($1, $2, 0, 0, 0, 0, 0, 0, 0, 'purged', $3)
            ON CONFLICT (account) DO UPDATE SET state = 'purged', dek_version = 0, items = 0, bytes = 0, touched_at = $3
            """, .identifier(account), .identifier(newEpoch), .instant(now))
    }

    /// Changes the epoch and advances the sequence number by 2^32.
    static func begin(_ epoch: EpochID, of account: AccountID, after head: HeadRow) -> Statement {
        Statement(
            "UPDATE vault_head SET epoch = $2, epoch_base = $3, seq = $4 WHERE account = $1", .identifier(account),
            .identifier(epoch), .integer(head.seq), .integer(head.seq + (1 << 32)))
    }

    /// Selects up to `limit` account ids above one, in ascending order.
    static func selectAccounts(after account: AccountID?, limit: Int64) -> Statement {
        Statement(
            "SELECT account FROM vault_head WHERE account > $1 ORDER BY account LIMIT $2",
            .bytes(account?.bytes ?? []), .integer(limit))
    }
}
