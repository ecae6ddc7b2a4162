import SQL

/// Adds the table of key canaries, and to each deletion the identifier of its account, encrypted by the service.
enum KeysAndDeletions {
    static let migration = Migration(
        id: 6, name: "canaries of the keys, accounts of deletions",
        statements: [
            "CREATE TABLE auth_key (id TEXT PRIMARY KEY, canary BYTEA NOT NULL)",
            "ALTER TABLE deletion ADD COLUMN sealed BYTEA",
            "CREATE INDEX deletion_at ON deletion (at, tag)",
        ])
}
