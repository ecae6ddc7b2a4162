import SQL

/// Adds the table of the acts on an account that take effect after a delay, in which its devices are told of them.
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
