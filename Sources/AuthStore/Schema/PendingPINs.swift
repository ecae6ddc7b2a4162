import SQL

/// Adds the PINs that people have requested in place of a forgotten one, and that have not taken effect yet.
enum PendingPINs {
    static let migration = Migration(
        id: 25, name: "requested PINs",
        statements: [
            """
            CREATE TABLE pending_pin (
                account BYTEA PRIMARY KEY, generation BIGINT NOT NULL, salt BYTEA NOT NULL, derivation TEXT NOT NULL,
                key_sealed BYTEA NOT NULL, seal_key BIGINT NOT NULL, replaced BIGINT NOT NULL, device BYTEA NOT NULL,
                made BIGINT NOT NULL, due BIGINT, approval_version BIGINT, begun_in BIGINT NOT NULL)
            """,
            "CREATE INDEX pending_pin_due ON pending_pin (due)",
        ])
}
