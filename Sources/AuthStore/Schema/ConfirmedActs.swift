import SQL

/// Adds recovery codes, holds and notices. An instance of an earlier version finds a suspended device not admitted.
enum ConfirmedActs {
    static let migration = Migration(
        id: 18, name: "recovery codes, holds, notices",
        statements: [
            """
            CREATE TABLE recovery_set (
                account BYTEA NOT NULL, seed BYTEA NOT NULL, made BIGINT NOT NULL, counts_from BIGINT NOT NULL,
                hash_key BIGINT, PRIMARY KEY (account, seed))
            """,
            "CREATE INDEX recovery_set_hash_key ON recovery_set (COALESCE(hash_key, 1))",
            """
            CREATE TABLE recovery_code (
                account BYTEA NOT NULL, code_hash BYTEA NOT NULL, seed BYTEA NOT NULL, used_at BIGINT,
                PRIMARY KEY (account, code_hash))
            """,
            """
            CREATE TABLE recovery_streak (
                account BYTEA NOT NULL, thumbprint TEXT NOT NULL, failures BIGINT NOT NULL, waits_until BIGINT NOT NULL,
                at BIGINT NOT NULL, PRIMARY KEY (account, thumbprint))
            """,
            "CREATE INDEX recovery_streak_at ON recovery_streak (at)",
            """
            CREATE TABLE account_hold (
                account BYTEA PRIMARY KEY, opened_by BYTEA NOT NULL, opened BIGINT NOT NULL, until BIGINT NOT NULL,
                settled_at BIGINT)
            """,
            "CREATE INDEX account_hold_until ON account_hold (until)",
            "CREATE INDEX account_hold_settled ON account_hold (settled_at)",
            """
            CREATE TABLE notice (
                account BYTEA NOT NULL, ordinal BIGINT NOT NULL, at BIGINT NOT NULL, kind TEXT NOT NULL, device BYTEA,
                device_name TEXT, until BIGINT, PRIMARY KEY (account, ordinal))
            """,
            "CREATE INDEX notice_at ON notice (at)",
            "ALTER TABLE device ADD COLUMN suspended BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE session ADD COLUMN recovery_tries BIGINT NOT NULL DEFAULT 0",
        ])
}
