import SQL

/// Adds the table of former numbers, for the time in which the change of a number can be undone. Until then the former
/// number keeps its row in `account_number`, so that nobody else registers it.
enum NumberChanges {
    static let migration = Migration(
        id: 26, name: "changes of phone numbers",
        statements: [
            """
            CREATE TABLE number_change (
                account BYTEA PRIMARY KEY, phone_index BYTEA NOT NULL, index_key BIGINT NOT NULL,
                phone_sealed BYTEA NOT NULL, seal_key BIGINT NOT NULL, by_message BIGINT NOT NULL, made BIGINT NOT NULL,
                expires BIGINT NOT NULL)
            """,
            "CREATE INDEX number_change_expires ON number_change (expires)",
            "ALTER TABLE account_number ADD COLUMN reserved BIGINT",
        ])
}
