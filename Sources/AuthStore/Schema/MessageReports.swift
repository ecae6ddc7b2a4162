import SQL

/// Adds to each message the driver that took it, its masked recipient, and what was reported about its delivery.
///
/// The columns are NULL in the rows of earlier versions and of calls to the vault.
enum MessageReports {
    static let migration = Migration(
        id: 15, name: "delivery reports of messages",
        statements: [
            "ALTER TABLE outbox ADD COLUMN driver TEXT",
            "ALTER TABLE outbox ADD COLUMN recipient BYTEA",
            "ALTER TABLE outbox ADD COLUMN recipient_key BIGINT",
            "ALTER TABLE outbox ADD COLUMN accepted BIGINT",
            "ALTER TABLE outbox ADD COLUMN report TEXT",
            "ALTER TABLE outbox ADD COLUMN reported BIGINT",
            "CREATE INDEX outbox_accepted ON outbox (driver, accepted)",
            "CREATE INDEX outbox_recipient_key ON outbox (COALESCE(recipient_key, 1))",
        ])
}
