import SQL

/// The migrations of the local store: a row of `entry` holds one `LocalEntry`, the row of `profile` the `Profile`, a
/// row of `deletion` one deletion, or move to the trash, that the server has confirmed.
enum DeviceSchema {
    static let migrations = [
        Migration(
            id: 1, name: "entries and profile",
            statements: [
                """
                CREATE TABLE entry (
                  id BYTEA PRIMARY KEY,
                  owner BYTEA,
                  adopt BYTEA,
                  kind TEXT NOT NULL,
                  epoch BYTEA,
                  rev BIGINT,
                  base BYTEA,
                  body BYTEA,
                  op_id BYTEA,
                  op BYTEA,
                  parked TEXT,
                  made BIGINT NOT NULL
                )
                """,
                "CREATE UNIQUE INDEX entry_adopt ON entry (adopt) WHERE adopt IS NOT NULL",
                "CREATE TABLE profile (name TEXT PRIMARY KEY, value BYTEA NOT NULL)",
            ]),
        Migration(
            id: 2, name: "entries are recognised by id",
            statements: ["DROP INDEX entry_adopt", "ALTER TABLE entry DROP COLUMN adopt"]),
        // The rows of earlier versions count as owed until a sync has looked at them.
        Migration(
            id: 3, name: "states of bases, the local trash and confirmed deletions",
            statements: [
                "ALTER TABLE entry ADD COLUMN schema BIGINT NOT NULL DEFAULT 1",
                "ALTER TABLE entry ADD COLUMN base_state TEXT",
                "ALTER TABLE entry ADD COLUMN owed BIGINT NOT NULL DEFAULT 1",
                "ALTER TABLE entry ADD COLUMN seen BYTEA",
                "ALTER TABLE entry ADD COLUMN trash TEXT",
                "ALTER TABLE entry ADD COLUMN trashed_at BIGINT",
                "ALTER TABLE entry ADD COLUMN tomb_epoch BYTEA",
                "ALTER TABLE entry ADD COLUMN tomb_rev BIGINT",
                "CREATE INDEX entry_owed ON entry (made, id) WHERE owed = 1",
                "CREATE INDEX entry_trash ON entry (trash) WHERE trash IS NOT NULL",
                """
                CREATE TABLE deletion (
                  owner BYTEA NOT NULL,
                  id BYTEA NOT NULL,
                  epoch BYTEA NOT NULL,
                  rev BIGINT NOT NULL,
                  at BIGINT NOT NULL,
                  PRIMARY KEY (owner, id)
                )
                """,
            ]),
        Migration(
            id: 4, name: "the content of confirmed deletions",
            statements: ["ALTER TABLE deletion ADD COLUMN content TEXT"]),
        // Earlier versions took every limit for a refusal for good. Only that of a body's size is one.
        Migration(
            id: 5, name: "changes that a limit of the account refused are sent again",
            statements: [
                """
                UPDATE entry SET parked = NULL, owed = 1
                WHERE parked LIKE 'limitReached%' AND parked <> 'limitReached: bytesPerBody'
                """
            ]),
        Migration(
            id: 6, name: "moves to the trash are remembered too",
            statements: ["ALTER TABLE deletion ADD COLUMN trashed BIGINT NOT NULL DEFAULT 0"]),
        Migration(
            id: 7, name: "the version whose content was deleted",
            statements: [
                "ALTER TABLE deletion ADD COLUMN seen_epoch BYTEA", "ALTER TABLE deletion ADD COLUMN seen_rev BIGINT",
            ]),
        // The column is null in a row of an earlier version: what it means is in the encrypted column `base`, which
        // only the code can read. The next write of the row sets it.
        Migration(
            id: 8, name: "what is known of the content of a base",
            statements: ["ALTER TABLE entry ADD COLUMN base_content TEXT"]),
        Migration(
            id: 9, name: "the lost version that a version was made from",
            statements: ["entry", "deletion"].flatMap { table in
                ["ALTER TABLE \(table) ADD COLUMN from_epoch BYTEA", "ALTER TABLE \(table) ADD COLUMN from_rev BIGINT"]
            }),
        Migration(
            id: 10, name: "the key of synchronised bodies",
            statements: ["ALTER TABLE entry ADD COLUMN share BYTEA"]),
        Migration(
            id: 11, name: "labels that another device's have replaced",
            statements: ["ALTER TABLE entry ADD COLUMN replaced BYTEA"]),
    ]
}
