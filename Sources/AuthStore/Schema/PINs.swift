import SQL

/// Adds PINs and the challenges that a device signs with them. The columns of `session` and `account` that it adds may be
/// left out by an instance of an earlier version.
enum PINs {
    static let migration = Migration(
        id: 22, name: "PINs",
        statements: [
            """
            CREATE TABLE pin (
                account BYTEA PRIMARY KEY, generation BIGINT NOT NULL, salt BYTEA NOT NULL, derivation TEXT NOT NULL,
                key_sealed BYTEA NOT NULL, seal_key BIGINT NOT NULL, attempts BIGINT NOT NULL, failures BIGINT NOT NULL,
                locked_at BIGINT, new_device_attempts BIGINT NOT NULL, waits_until BIGINT NOT NULL, made BIGINT NOT NULL,
                counts_from BIGINT NOT NULL, made_by BYTEA)
            """,
            """
            CREATE TABLE unlock_share (
                account BYTEA PRIMARY KEY, share_sealed BYTEA NOT NULL, seal_key BIGINT NOT NULL,
                last_generation BIGINT NOT NULL)
            """,
            """
            CREATE TABLE pin_challenge (
                account BYTEA NOT NULL, thumbprint TEXT NOT NULL, purpose TEXT NOT NULL, id BYTEA NOT NULL, session BYTEA,
                tsv BIGINT NOT NULL, generation BIGINT NOT NULL, new_salt BYTEA NOT NULL, hash_key BIGINT NOT NULL,
                created BIGINT NOT NULL, expires BIGINT NOT NULL, attempt BIGINT, attempt_mac BYTEA, used_at BIGINT,
                begun_in BIGINT NOT NULL, PRIMARY KEY (account, thumbprint, purpose))
            """,
            "CREATE UNIQUE INDEX pin_challenge_id ON pin_challenge (id)",
            "CREATE INDEX pin_challenge_expires ON pin_challenge (expires)",
            "ALTER TABLE account ADD COLUMN blocked_by BYTEA",
            "ALTER TABLE session ADD COLUMN amr TEXT NOT NULL DEFAULT 'otp'",
        ])
}
