import SQL

/// Adds what takes effect on an account by itself after a time in which its devices can see it coming.
enum DelayedActs {
    static let migration = Migration(
        id: 27, name: "delayed acts",
        statements: [
            """
            CREATE TABLE delayed_act (
                account BYTEA NOT NULL, kind TEXT NOT NULL, device BYTEA NOT NULL, made BIGINT NOT NULL,
                due BIGINT NOT NULL, target BYTEA, PRIMARY KEY (account, kind))
            """,
            "CREATE INDEX delayed_act_due ON delayed_act (due)",
        ])
}
