import SQL
import StoreSupport
import Testing
import VaultStore

/// The first two migrations create the schema that the first release created.
@Suite struct SchemaTests {
    @Test func `the schema is the one of a database written by the first release`() async throws {
        let database = try await StoreLocation(Array(VaultSchema.migrations.prefix(2)), on: .sqlite).open()
        let rows = try await database.select(
            Statement("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"))
        #expect(try rows.map { try $0.text(0) } == Self.released)
    }

    /// The schema texts of a SQLite database that commit 1914eee wrote, in the order of their names.
    static let released = [
        """
        CREATE TABLE lineage (
            id INTEGER PRIMARY KEY, system INTEGER NOT NULL, timeline INTEGER NOT NULL, position INTEGER NOT NULL) STRICT
        """,
        "CREATE TABLE schema_migration (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
        """
        CREATE TABLE vault_dek (
            account BLOB NOT NULL, version INTEGER NOT NULL, kek TEXT NOT NULL, wrapped BLOB NOT NULL,
            created_at INTEGER NOT NULL, PRIMARY KEY (account, version)
        ) WITHOUT ROWID, STRICT
        """,
        """
        CREATE TABLE vault_device (
            account BLOB NOT NULL, device BLOB NOT NULL, last_seen INTEGER NOT NULL, acked_epoch BLOB NOT NULL,
            acked_seq INTEGER NOT NULL, PRIMARY KEY (account, device)
        ) WITHOUT ROWID, STRICT
        """,
        """
        CREATE TABLE vault_epoch (
            account BLOB NOT NULL, epoch BLOB NOT NULL, next BLOB NOT NULL, base INTEGER NOT NULL,
            at INTEGER NOT NULL, PRIMARY KEY (account, epoch)
        ) WITHOUT ROWID, STRICT
        """,
        """
        CREATE TABLE vault_head (
            account BLOB NOT NULL PRIMARY KEY, epoch BLOB NOT NULL, seq INTEGER NOT NULL, floor INTEGER NOT NULL,
            op_floor INTEGER NOT NULL, epoch_base INTEGER NOT NULL, dek_version INTEGER NOT NULL, items INTEGER NOT NULL,
            bytes INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('live', 'purged')), touched_at INTEGER NOT NULL
        ) WITHOUT ROWID, STRICT
        """,
        "CREATE TABLE vault_introduction (jti TEXT NOT NULL PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT",
        """
        CREATE TABLE vault_item (
            account BLOB NOT NULL, id BLOB NOT NULL, kind TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('live', 'trashed', 'deleted')), rev INTEGER NOT NULL,
            schema INTEGER NOT NULL, dek_version INTEGER NOT NULL, body_rev INTEGER NOT NULL, sealed BLOB,
            content_mac BLOB, size INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            deleted_at INTEGER, updated_by BLOB NOT NULL, healed_epoch BLOB, healed_rev INTEGER,
            PRIMARY KEY (account, id), CHECK ((state = 'deleted') = (sealed IS NULL))
        ) STRICT
        """,
        "CREATE UNIQUE INDEX vault_item_rev ON vault_item (account, rev)",
        """
        CREATE TABLE vault_key (
            id TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL CHECK (state IN ('distributed', 'active', 'decryptOnly', 'retired', 'index')),
            canary BLOB NOT NULL
        ) STRICT
        """,
        "CREATE UNIQUE INDEX vault_key_active ON vault_key (state) WHERE state = 'active'",
        "CREATE UNIQUE INDEX vault_key_index ON vault_key (state) WHERE state = 'index'",
        """
        CREATE TABLE vault_op (
            account BLOB NOT NULL, op_id BLOB NOT NULL, request_mac BLOB NOT NULL, outcome TEXT NOT NULL,
            rev INTEGER, seq INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (account, op_id)
        ) WITHOUT ROWID, STRICT
        """,
        """
        CREATE TABLE vault_version (
            account BLOB NOT NULL, id BLOB NOT NULL, rev INTEGER NOT NULL, kind TEXT NOT NULL, schema INTEGER NOT NULL,
            dek_version INTEGER NOT NULL, body_rev INTEGER NOT NULL, sealed BLOB NOT NULL, content_mac BLOB NOT NULL,
            size INTEGER NOT NULL, updated_at INTEGER NOT NULL, updated_by BLOB NOT NULL, PRIMARY KEY (account, id, rev)
        ) STRICT
        """,
    ]
}
