import Domain
import Primitives
import SQL

/// One secret as the database keeps it: sealed.
struct ItemRow: Sendable, Hashable {
    /// What the lost timeline knew of a row that a device brought back after a restore.
    struct Healed: Sendable, Hashable {
        let epoch: EpochID
        let rev: Int64
    }

    let id: SecretID
    var kind: String
    var state: SecretState
    /// The number of its last change.
    var rev: Int64
    var schema: Int64
    /// The data key's version and the rev under which the body was sealed: both are bound into the seal. Going to the
    /// trash and back moves `rev` and leaves the body as it is.
    var dekVersion: Int64
    var bodyRev: Int64
    /// nil once deleted.
    var sealed: [UInt8]?
    /// Keyed, so that it tests no guess: how "the same content" is told without opening anything. nil once deleted.
    var contentMAC: [UInt8]?
    /// Bytes of the body, unsealed.
    var size: Int64
    let createdAt: Instant
    var updatedAt: Instant
    /// When it was put into the trash, or deleted after that.
    var deletedAt: Instant?
    var updatedBy: DeviceID
    var healed: Healed?
}

/// `vault_item(account, id)`: one row a secret, kept as a tombstone when the secret is deleted.
enum ItemTable {
    static let definitions = [
        """
        CREATE TABLE vault_item (
            account BYTEA NOT NULL, id BYTEA NOT NULL, kind TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('live', 'trashed', 'deleted')), rev BIGINT NOT NULL,
            schema BIGINT NOT NULL, dek_version BIGINT NOT NULL, body_rev BIGINT NOT NULL, sealed BYTEA,
            content_mac BYTEA, size BIGINT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
            deleted_at BIGINT, updated_by BYTEA NOT NULL, healed_epoch BYTEA, healed_rev BIGINT,
            PRIMARY KEY (account, id), CHECK ((state = 'deleted') = (sealed IS NULL))
        )
        """,
        "CREATE UNIQUE INDEX vault_item_rev ON vault_item (account, rev)",
    ]

    private static let columns = """
        id, kind, state, rev, schema, dek_version, body_rev, sealed, content_mac, size, created_at, updated_at,
        deleted_at, updated_by, healed_epoch, healed_rev
        """

    /// What is read of a row.
    enum Columns: String {
        case all
        /// How many bytes its body takes.
        case size

        fileprivate var text: String { self == .all ? ItemTable.columns : rawValue }
    }

    /// The row of one secret, tombstones included.
    static func read(_ id: SecretID, of account: AccountID) -> Statement {
        Statement(
            "SELECT \(columns) FROM vault_item WHERE account = $1 AND id = $2", .bytes(account.bytes), .bytes(id.bytes))
    }

    /// Rows changed after a number, oldest change first.
    static func changed(
        _ columns: Columns, after seq: Int64, of account: AccountID, limit: Int64
    ) -> Statement {
        Statement(
            "SELECT \(columns.text) FROM vault_item WHERE account = $1 AND rev > $2 ORDER BY rev LIMIT $3",
            .bytes(account.bytes), .integer(seq), .integer(limit))
    }

    /// Live rows after one, in id order.
    static func listed(
        _ columns: Columns, after id: SecretID?, of account: AccountID, limit: Int64
    ) -> Statement {
        Statement(
            """
            SELECT \(columns.text) FROM vault_item WHERE account = $1 AND id > $2 AND state = 'live' ORDER BY id LIMIT $3
            """, .bytes(account.bytes), .bytes(id?.bytes ?? []), .integer(limit))
    }

    /// Writes a row, new or changed.
    static func put(_ item: ItemRow, of account: AccountID) -> Statement {
        Statement(
            """
            INSERT INTO vault_item (account, \(columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
            ON CONFLICT (account, id) DO UPDATE SET kind = $3, state = $4, rev = $5, schema = $6, dek_version = $7,
            body_rev = $8, sealed = $9, content_mac = $10, size = $11, updated_at = $13, deleted_at = $14,
            updated_by = $15, healed_epoch = $16, healed_rev = $17
            """,
            values: [
                .bytes(account.bytes), .bytes(item.id.bytes), .text(item.kind), .text(item.state.rawValue),
                .integer(item.rev), .integer(item.schema), .integer(item.dekVersion), .integer(item.bodyRev),
                .bytesOrNull(item.sealed), .bytesOrNull(item.contentMAC), .integer(item.size),
                .integer(item.createdAt.ms), .integer(item.updatedAt.ms), .intOrNull(item.deletedAt?.ms),
                .bytes(item.updatedBy.bytes), .bytesOrNull(item.healed?.epoch.bytes),
                .intOrNull(item.healed?.rev),
            ])
    }

    /// Erases up to `limit` rows of an account.
    static func erase(_ account: AccountID, limit: Int64) -> Statement {
        Statement(
            """
            DELETE FROM vault_item WHERE account = $1 AND id IN
            (SELECT id FROM vault_item WHERE account = $1 LIMIT $2)
            """, .bytes(account.bytes), .integer(limit))
    }
}

extension ItemRow {
    init(_ row: Row) throws {
        id = try row.id(0)
        kind = try row.text(1)
        state = try row.value(2)
        rev = try row.int(3)
        schema = try row.int(4)
        dekVersion = try row.int(5)
        bodyRev = try row.int(6)
        sealed = try row.bytesOrNil(7)
        contentMAC = try row.bytesOrNil(8)
        size = try row.int(9)
        createdAt = Instant(ms: try row.int(10))
        updatedAt = Instant(ms: try row.int(11))
        deletedAt = try row.intOrNil(12).map(Instant.init(ms:))
        updatedBy = try row.id(13)
        if let epoch: EpochID = try row.idOrNil(14), let rev = try row.intOrNil(15) {
            healed = Healed(epoch: epoch, rev: rev)
        }
    }
}
