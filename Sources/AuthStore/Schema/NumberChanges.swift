import SQL

/// Adds the former numbers of accounts, for the time in which the change can be undone. Meanwhile the former number stays
/// the account's in `account_number`, so that nobody else registers it.
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
