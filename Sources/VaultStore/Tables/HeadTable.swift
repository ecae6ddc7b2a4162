import Primitives
import SQL

/// The statements on `vault_head(account)`, which has one row for each account.
enum HeadTable {
    private static let columns = """
        epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state, touched_at, generation, dek_set, \
        tombstones, operations, history_bytes, rate_from, rate_count, due_at, \
        backend_rate_from, backend_rate_count
        """

    /// The position of the generation in force in the rows of ``select(_:)``.
    static let generationColumn = 20

    /// Selects the row, and the generation in force in the same snapshot.
    static func select(_ account: AccountID) -> Statement {
        Statement(
            """
            SELECT \(columns), \(Generations.numberSubselect) FROM vault_head WHERE account = $1
            """, .identifier(account))
    }

    /// Selects the row and locks it until the transaction ends.
    static func lock(_ account: AccountID) -> Statement {
        Statement("SELECT \(columns) FROM vault_head WHERE account = $1 {lockRow}", .identifier(account))
    }

    /// Inserts a row that has the generation in force, unless the account has a row.
    ///
    /// In later generations than the first, the account may have had a row that a restore has lost. Its sequence numbers
    /// therefore begin after the jump of its epoch, as those of the other accounts do after a restore.
    static func insertIfAbsent(_ account: AccountID, epoch: EpochID, now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO vault_head (account, epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state,
            touched_at, generation, due_at)
            VALUES ($1, $2, CASE WHEN \(Generations.numberSubselect) = 0 THEN 0 ELSE $4 END, 0, 0, 0, 0, 0, 0, 'live', $3,
            \(Generations.numberSubselect), \(Int64.max))
            ON CONFLICT (account) DO NOTHING
            """, .identifier(account), .identifier(epoch), .instant(now), .integer(epoch.jump))
    }

    /// Selects the sums of all accounts that are not purged, one row. PostgreSQL's sums have another type, hence the
    /// casts.
    static let selectUsage = Statement(
        """
        SELECT COUNT(*), CAST(COALESCE(SUM(items), 0) AS BIGINT), CAST(COALESCE(SUM(bytes), 0) AS BIGINT),
        CAST(COALESCE(SUM(history_bytes), 0) AS BIGINT), CAST(COALESCE(SUM(tombstones), 0) AS BIGINT),
        CAST(COALESCE(SUM(operations), 0) AS BIGINT) FROM vault_head WHERE state = 'live'
        """)

    /// Selects account and sequence number of each of the accounts, without purged ones.
    static func selectSeqs(of accounts: [AccountID]) -> [Statement] {
        Statement.chunks(of: accounts.map { .identifier($0) }) { list in
            "SELECT account, seq FROM vault_head WHERE state = 'live' AND account IN \(list)"
        }
    }

    /// Selects those of the accounts whose purge is complete.
    static func selectCompletelyPurged(of accounts: [AccountID]) -> [Statement] {
        Statement.chunks(of: accounts.map { .identifier($0) }) { list in
            "SELECT account FROM vault_head WHERE state = 'purged' AND due_at <> 0 AND account IN \(list)"
        }
    }

    /// Selects the purged accounts since a time, at most `limit` of them, in the order of purge and account.
    ///
    /// - Parameters:
    ///   - purge: the time of the purge of the last account of the page before; nil for the first page.
    ///   - account: that account.
    static func selectPurged(
        since time: Instant, after purge: Instant?, account: AccountID?, limit: Int
    ) -> Statement {
        // The first page follows the empty identifier, which is below every other.
        Statement(
            """
            SELECT account FROM vault_head WHERE state = 'purged' AND (touched_at, account) > ($1, $2)
            ORDER BY touched_at, account LIMIT $3
            """, .instant(purge ?? time), .bytes(account?.bytes ?? []), .int(limit))
    }

    /// Selects at most `limit` accounts that are not purged, in the order of their identifiers.
    ///
    /// - Parameter account: the last account of the page before; nil for the first page.
    static func selectLive(after account: AccountID?, limit: Int) -> Statement {
        // The first page follows the empty identifier, which is below every other.
        Statement(
            "SELECT account FROM vault_head WHERE state = 'live' AND account > $1 ORDER BY account LIMIT $2",
            .bytes(account?.bytes ?? []), .int(limit))
    }

    /// Selects the time at which an account was purged; no row if it was not.
    static func selectPurge(of account: AccountID) -> Statement {
        Statement(
            "SELECT touched_at FROM vault_head WHERE account = $1 AND state = 'purged'", .identifier(account))
    }

    /// Updates the columns that a push or the sweeper changes.
    static func update(_ account: AccountID, to head: HeadRow) -> Statement {
        Statement(
            """
            UPDATE vault_head SET seq = $2, floor = $3, op_floor = $4, dek_version = $5, items = $6, bytes = $7,
            touched_at = $8, dek_set = $9, tombstones = $10, operations = $11, history_bytes = $12, rate_from = $13,
            rate_count = $14, due_at = $15, backend_rate_from = $16, backend_rate_count = $17 WHERE account = $1
            """, .identifier(account), .integer(head.seq), .integer(head.floor), .integer(head.opFloor),
            .integer(head.dekVersion), .integer(head.items), .integer(head.bytes), .instant(head.touchedAt),
            .bytesOrNull(head.dekSet), .integer(head.tombstones), .integer(head.operations),
            .integer(head.historyBytes), .instant(head.rate.from), .integer(head.rate.count), .instant(head.dueAt),
            .instant(head.backendRate.from), .integer(head.backendRate.count))
    }

    /// Marks an account as purged and inserts its row if there is none. A repeated purge does not change the time of
    /// the first, by which the pages of ``selectPurged(since:after:account:limit:)`` are ordered.
    ///
    /// Until ``markPurgeComplete(of:)`` the due time of a purged account is 0.
    static func markPurged(_ account: AccountID, newEpoch: EpochID, now: Instant) -> Statement {
        Statement(
            """
            INSERT INTO vault_head (account, epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state,
            touched_at, due_at) VALUES ($1, $2, 0, 0, 0, 0, 0, 0, 0, 'purged', $3, 0)
            ON CONFLICT (account) DO UPDATE SET state = 'purged', dek_version = 0, dek_set = NULL, items = 0, bytes = 0,
            tombstones = 0, operations = 0, history_bytes = 0, due_at = 0,
            touched_at = CASE WHEN vault_head.state = 'purged' THEN vault_head.touched_at ELSE $3 END
            """, .identifier(account), .identifier(newEpoch), .instant(now))
    }

    /// Records that nothing of a purged account is left.
    static func markPurgeComplete(of account: AccountID) -> Statement {
        Statement(
            "UPDATE vault_head SET due_at = \(Int64.max) WHERE account = $1 AND state = 'purged'", .identifier(account))
    }

    /// Selects accounts whose purge was interrupted or is under way.
    static func selectIncompletePurges(limit: Int) -> Statement {
        Statement(
            "SELECT account FROM vault_head WHERE due_at = 0 AND state = 'purged' ORDER BY account LIMIT $1",
            .int(limit))
    }

    /// Changes the epoch and the generation and advances the sequence number by the epoch's jump.
    static func begin(_ epoch: EpochID, of account: AccountID, after head: HeadRow, in generation: Int64) -> Statement {
        Statement(
            "UPDATE vault_head SET epoch = $2, epoch_base = $3, seq = $4, generation = $5 WHERE account = $1",
            .identifier(account), .identifier(epoch), .integer(head.seq), .integer(head.seq + epoch.jump),
            .integer(generation))
    }
}
