import SQL

/// The migrations of the local store: a row of `entry` holds one `LocalEntry`, the row of `profile` the `Profile`.
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
    ]
}
