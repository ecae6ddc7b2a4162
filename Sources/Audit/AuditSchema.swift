public import SQL

/// The tables of the audit log, the same in both services.
public enum AuditSchema {
    /// Adds the log, and the row with the end and the beginning of its chain.
    public static func migration(id: Int) -> Migration {
        Migration(
            id: id, name: "audit log",
            statements: [
                """
                CREATE TABLE audit (
                    id BYTEA PRIMARY KEY, at BIGINT NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL, account BYTEA,
                    device BYTEA, session BYTEA, actor TEXT NOT NULL, actor_account BYTEA, actor_device BYTEA,
                    actor_session BYTEA, n BIGINT, mac BYTEA NOT NULL, number BIGINT, chain_hash BYTEA)
                """,
                "CREATE UNIQUE INDEX audit_number ON audit (number)",
                "CREATE INDEX audit_unnumbered ON audit (at, id) WHERE number IS NULL",
                "CREATE INDEX audit_account ON audit (account, number)",
                """
                CREATE TABLE audit_chain (
                    id BIGINT PRIMARY KEY, head BIGINT NOT NULL, head_hash BYTEA NOT NULL, floor BIGINT NOT NULL,
                    floor_hash BYTEA NOT NULL, floor_mac BYTEA)
                """,
            ])
    }
}
