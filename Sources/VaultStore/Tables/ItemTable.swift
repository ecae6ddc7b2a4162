import Primitives
import SQL

/// The statements on `vault_item(account, id)`, which has one row for each secret, tombstones included.
enum ItemTable {
    static let columns = """
        id, kind, state, rev, schema, dek_version, body_rev, sealed, content_mac, size, created_at, updated_at,
        deleted_at, updated_by, healed_epoch, healed_rev, included_epoch, included_rev
        """

    /// The columns that a statement selects.
    enum Columns {
        /// The columns of ``ItemRow``.
        case all
        /// The size of the body alone.
        case size

        fileprivate var text: String {
            switch self {
            case .all: ItemTable.columns
            case .size: "size"
            }
        }
    }

    static func select(_ id: SecretID, of account: AccountID) -> Statement {
        Statement(
            "SELECT \(columns) FROM vault_item WHERE account = $1 AND id = $2", .identifier(account), .identifier(id))
    }

    /// Selects rows with a rev above `seq`, in ascending order of rev.
    static func selectChanged(
        _ columns: Columns, after seq: Int64, of account: AccountID, limit: Int64
    ) -> Statement {
        Statement(
            "SELECT \(columns.text) FROM vault_item WHERE account = $1 AND rev > $2 ORDER BY rev LIMIT $3",
            .identifier(account), .integer(seq), .integer(limit))
    }

    /// Selects rows in a state with an id above `id`, in ascending order of id.
    static func select(
        _ filter: VaultStore.ListFilter, _ columns: Columns, after id: SecretID?, of account: AccountID, limit: Int64
    ) -> Statement {
        Statement(
            """
            SELECT \(columns.text) FROM vault_item WHERE account = $1 AND id > $2 AND \(filter.condition)
            ORDER BY id LIMIT $3
            """, .identifier(account), .bytes(id?.bytes ?? []), .integer(limit))
    }

    /// Selects id, rev and state of rows with an id above `id`, tombstones included, in ascending order of id.
    static func selectStates(after id: SecretID?, of account: AccountID, limit: Int64) -> Statement {
        Statement(
            "SELECT id, rev, state FROM vault_item WHERE account = $1 AND id > $2 ORDER BY id LIMIT $3",
            .identifier(account), .bytes(id?.bytes ?? []), .integer(limit))
    }

    /// Selects id and rev of all live rows, in ascending order of id.
    static func selectLiveRevs(of account: AccountID) -> Statement {
        Statement(
            "SELECT id, rev FROM vault_item WHERE account = $1 AND state = 'live' ORDER BY id", .identifier(account))
    }

    /// Selects rows that were put into the trash at a time or earlier, with a rev up to `seq`.
    static func selectTrashed(
        before time: Instant, upTo seq: Int64, of account: AccountID, limit: Int64
    ) -> Statement {
        Statement(
            """
            SELECT \(columns) FROM vault_item WHERE account = $1 AND state = 'trashed' AND deleted_at <= $2 AND rev <= $3
            ORDER BY rev LIMIT $4
            """, .identifier(account), .instant(time), .integer(seq), .integer(limit))
    }

    /// Selects the time at which the oldest row of the trash was put there, one row.
    static func selectOldestTrashed(of account: AccountID) -> Statement {
        Statement(
            "SELECT MIN(deleted_at) FROM vault_item WHERE account = $1 AND state = 'trashed'", .identifier(account))
    }

    /// Selects the number of tombstones and the time of the oldest, one row.
    static func countTombstones(of account: AccountID) -> Statement {
        Statement(
            "SELECT COUNT(*), MIN(deleted_at) FROM vault_item WHERE account = $1 AND state = 'deleted'",
            .identifier(account))
    }

    /// Deletes tombstones of a time or earlier, with a rev up to `seq`, and returns their revs.
    static func deleteTombstones(
        before time: Instant, upTo seq: Int64, of account: AccountID, limit: Int64
    ) -> Statement {
        Statement(
            """
            DELETE FROM vault_item WHERE account = $1 AND id IN
            (SELECT id FROM vault_item WHERE account = $1 AND state = 'deleted' AND deleted_at <= $2 AND rev <= $3 LIMIT $4)
            RETURNING rev
            """, .identifier(account), .instant(time), .integer(seq), .integer(limit))
    }

    /// Inserts a row or replaces the one with the same id. `created_at` never changes.
    static func upsert(_ item: ItemRow, of account: AccountID) -> Statement {
        Statement(
            """
            INSERT INTO vault_item (account, \(columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
            ON CONFLICT (account, id) DO UPDATE SET kind = $3, state = $4, rev = $5, schema = $6, dek_version = $7,
            body_rev = $8, sealed = $9, content_mac = $10, size = $11, updated_at = $13, deleted_at = $14,
            updated_by = $15, healed_epoch = $16, healed_rev = $17, included_epoch = $18,
            included_rev = $19
            """,
            values: [
                .identifier(account), .identifier(item.id), .text(item.kind), .enumValue(item.state),
                .integer(item.rev), .integer(item.schema), .integer(item.dekVersion), .integer(item.bodyRev),
                .bytesOrNull(item.sealed), .bytesOrNull(item.contentMAC), .integer(item.size),
                .instant(item.createdAt), .instant(item.updatedAt), .instantOrNull(item.deletedAt),
                .identifier(item.updatedBy), .identifierOrNull(item.broughtBack?.epoch),
                .intOrNull(item.broughtBack?.rev), .identifierOrNull(item.includes?.epoch),
                .intOrNull(item.includes?.rev),
            ])
    }

    /// Deletes up to `limit` rows of an account.
    static func delete(_ account: AccountID, limit: Int64) -> Statement {
        Statement(
            """
            DELETE FROM vault_item WHERE account = $1 AND id IN
            (SELECT id FROM vault_item WHERE account = $1 LIMIT $2)
            """, .identifier(account), .integer(limit))
    }
}

extension VaultStore.ListFilter {
    /// The condition is a part of the statement's text, so that the index of the live rows can be used.
    fileprivate var condition: String {
        switch self {
        case .live: "state = 'live'"
        case .liveCodes: "state = 'live' AND kind = 'otp'"
        case .trashed: "state = 'trashed'"
        }
    }
}
