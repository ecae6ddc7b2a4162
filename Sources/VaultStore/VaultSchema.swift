import Audit
public import SQL

/// The migrations of the vault's database.
///
/// A released migration never changes: its statements are written out here instead of being taken from the table types,
/// so that no later edit can alter them. Every table that holds an account's data has a primary key that starts with
/// the account, so that the rows can be distributed over a sharded PostgreSQL.
public enum VaultSchema {
    /// The migrations, oldest first.
    public static let migrations = [
        first, StoredTimeline.migration(id: 2), Generations.migration(id: 3), fourth, fifth,
        StoredTimeline.fileMigration(id: 6), seventh, eighth,
        AuditSchema.migration(id: 9), tenth, eleventh, twelfth, thirteenth, fourteenth,
    ]

    private static let first = Migration(
        id: 1, name: "accounts, their secrets and their keys",
        statements: [
            """
            CREATE TABLE vault_head (
                account BYTEA NOT NULL PRIMARY KEY, epoch BYTEA NOT NULL, seq BIGINT NOT NULL, floor BIGINT NOT NULL,
                op_floor BIGINT NOT NULL, epoch_base BIGINT NOT NULL, dek_version BIGINT NOT NULL, items BIGINT NOT NULL,
                bytes BIGINT NOT NULL, state TEXT NOT NULL CHECK (state IN ('live', 'purged')), touched_at BIGINT NOT NULL
            ) {clustered}
            """,
            """
            CREATE TABLE vault_epoch (
                account BYTEA NOT NULL, epoch BYTEA NOT NULL, next BYTEA NOT NULL, base BIGINT NOT NULL,
                at BIGINT NOT NULL, PRIMARY KEY (account, epoch)
            ) {clustered}
            """,
            """
            CREATE TABLE vault_version (
                account BYTEA NOT NULL, id BYTEA NOT NULL, rev BIGINT NOT NULL, kind TEXT NOT NULL, schema BIGINT NOT NULL,
                dek_version BIGINT NOT NULL, body_rev BIGINT NOT NULL, sealed BYTEA NOT NULL, content_mac BYTEA NOT NULL,
                size BIGINT NOT NULL, updated_at BIGINT NOT NULL, updated_by BYTEA NOT NULL, PRIMARY KEY (account, id, rev)
            )
            """,
            """
            CREATE TABLE vault_op (
                account BYTEA NOT NULL, op_id BYTEA NOT NULL, request_mac BYTEA NOT NULL, outcome TEXT NOT NULL,
                rev BIGINT, seq BIGINT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (account, op_id)
            ) {clustered}
            """,
            """
            CREATE TABLE vault_device (
                account BYTEA NOT NULL, device BYTEA NOT NULL, last_seen BIGINT NOT NULL, acked_epoch BYTEA NOT NULL,
                acked_seq BIGINT NOT NULL, PRIMARY KEY (account, device)
            ) {clustered}
            """,
            """
            CREATE TABLE vault_dek (
                account BYTEA NOT NULL, version BIGINT NOT NULL, kek TEXT NOT NULL, wrapped BYTEA NOT NULL,
                created_at BIGINT NOT NULL, PRIMARY KEY (account, version)
            ) {clustered}
            """,
            "CREATE TABLE vault_introduction (jti TEXT NOT NULL PRIMARY KEY, expires_at BIGINT NOT NULL)",
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
            """
            CREATE TABLE vault_key (
                id TEXT NOT NULL PRIMARY KEY,
                state TEXT NOT NULL CHECK (state IN ('distributed', 'active', 'decryptOnly', 'retired', 'index')),
                canary BYTEA NOT NULL
            )
            """,
            "CREATE UNIQUE INDEX vault_key_active ON vault_key (state) WHERE state = 'active'",
            "CREATE UNIQUE INDEX vault_key_index ON vault_key (state) WHERE state = 'index'",
        ])

    /// The counts begin with what the tables contain. Instances of the previous version do not keep them, so every
    /// account is due at once (`due_at` is 0) and the sweeper counts again.
    private static let fourth = Migration(
        id: 4, name: "each account's generation, key set, counts and due time",
        statements: [
            "ALTER TABLE vault_head ADD COLUMN generation BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE vault_head ADD COLUMN dek_set BYTEA",
            "ALTER TABLE vault_head ADD COLUMN tombstones BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE vault_head ADD COLUMN operations BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE vault_head ADD COLUMN history_bytes BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE vault_head ADD COLUMN rate_from BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE vault_head ADD COLUMN rate_count BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE vault_head ADD COLUMN due_at BIGINT NOT NULL DEFAULT 0",
            """
            UPDATE vault_head SET
            tombstones = (SELECT COUNT(*) FROM vault_item WHERE account = vault_head.account AND state = 'deleted'),
            operations = (SELECT COUNT(*) FROM vault_op WHERE account = vault_head.account),
            history_bytes = (SELECT COALESCE(SUM(size), 0) FROM vault_version WHERE account = vault_head.account)
            """,
            "CREATE INDEX vault_head_due ON vault_head (due_at)",
            "CREATE INDEX vault_item_live ON vault_item (account, id) WHERE state = 'live'",
            "CREATE INDEX vault_version_rev ON vault_version (account, rev, size)",
        ])

    private static let fifth = Migration(
        id: 5, name: "when the sweeper first saw what is due, and an index of purged accounts",
        statements: [
            """
            CREATE TABLE vault_sighting (
                account BYTEA NOT NULL PRIMARY KEY, elapsed BIGINT NOT NULL, time BIGINT NOT NULL, seq BIGINT NOT NULL
            ) {clustered}
            """,
            "CREATE TABLE vault_sweep (id BIGINT PRIMARY KEY, additions BIGINT NOT NULL, elapsed BIGINT NOT NULL)",
            "CREATE INDEX vault_head_purged ON vault_head (touched_at, account) WHERE state = 'purged'",
        ])

    private static let seventh = Migration(
        id: 7, name: "the lost version that a secret was made from",
        statements: [
            "ALTER TABLE vault_item ADD COLUMN included_epoch BYTEA",
            "ALTER TABLE vault_item ADD COLUMN included_rev BIGINT",
        ])

    private static let eighth = Migration(
        id: 8, name: "the latest time of all instances",
        statements: [
            "CREATE TABLE vault_time (id BIGINT PRIMARY KEY, seen BIGINT NOT NULL)",
            "INSERT INTO vault_time (id, seen) VALUES (1, 0)",
        ])

    private static let tenth = Migration(
        id: 10, name: "how many secrets each device has read in an hour",
        statements: [
            """
            CREATE TABLE vault_read (
                account BYTEA NOT NULL, device BYTEA NOT NULL, hour BIGINT NOT NULL, n BIGINT NOT NULL,
                PRIMARY KEY (account, device, hour)
            ) {clustered}
            """,
            "CREATE INDEX vault_read_hour ON vault_read (hour)",
        ])

    private static let eleventh = Migration(
        id: 11, name: "the times that sweeps have seen",
        statements: ["CREATE TABLE sweep_sighting (elapsed BIGINT PRIMARY KEY, time BIGINT NOT NULL)"])

    /// An instance of the previous version inserts data keys whose round is 0, which are then renewed once more, and
    /// wrapping keys whose time is 0, which get one when an instance of this version reports itself.
    private static let twelfth = Migration(
        id: 12, name: "the instances with the keys that they have read, and the renewal of data keys",
        statements: [
            """
            CREATE TABLE vault_instance (
                id BYTEA NOT NULL PRIMARY KEY, name TEXT NOT NULL, keys TEXT NOT NULL, seen BIGINT NOT NULL
            ) {clustered}
            """,
            "CREATE TABLE vault_key_round (id BIGINT PRIMARY KEY, round BIGINT NOT NULL)",
            "INSERT INTO vault_key_round (id, round) VALUES (1, 0)",
            "ALTER TABLE vault_key ADD COLUMN since BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE vault_dek ADD COLUMN round BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE vault_dek ADD COLUMN former BIGINT NOT NULL DEFAULT 0",
            "CREATE INDEX vault_dek_kek ON vault_dek (kek, account, version)",
            "CREATE INDEX vault_dek_round ON vault_dek (round, account) WHERE former = 0",
            "CREATE INDEX vault_dek_former ON vault_dek (account, version) WHERE former = 1",
        ])

    private static let thirteenth = Migration(
        id: 13, name: "the counters taken for codes, the reads by backends, and wrapped account keys",
        statements: [
            "ALTER TABLE vault_op ADD COLUMN counter BIGINT",
            """
            CREATE TABLE vault_backend_read (
                account BYTEA NOT NULL, device BYTEA NOT NULL, backend TEXT NOT NULL, hour BIGINT NOT NULL,
                n BIGINT NOT NULL, PRIMARY KEY (account, device, backend, hour)
            ) {clustered}
            """,
            "CREATE INDEX vault_backend_read_hour ON vault_backend_read (hour)",
            """
            CREATE TABLE vault_wrap (
                account BYTEA NOT NULL, key_version BIGINT NOT NULL, wrap_id TEXT NOT NULL, tag BYTEA NOT NULL,
                wrapped BYTEA NOT NULL, meta TEXT, updated_at BIGINT NOT NULL, updated_by BYTEA NOT NULL,
                PRIMARY KEY (account, key_version, wrap_id)
            )
            """,
        ])

    /// Instances of the previous version count the operations of backends with those of the devices.
    private static let fourteenth = Migration(
        id: 14, name: "the operations of backends in an hour",
        statements: [
            "ALTER TABLE vault_head ADD COLUMN backend_rate_from BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE vault_head ADD COLUMN backend_rate_count BIGINT NOT NULL DEFAULT 0",
        ])
}
