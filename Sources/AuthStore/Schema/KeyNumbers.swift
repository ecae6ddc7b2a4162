import SQL

/// Adds the table of the keys whose values rows hold, and to each such row the number of its key.
///
/// A row of an earlier version has NULL there, which stands for the first key; an instance of an earlier version has no
/// other. The states are not in `rotating_key`, because an earlier version cannot read a kind there that it does not
/// have.
enum KeyNumbers {
    static let migration = Migration(
        id: 16, name: "numbers of the keys of rows",
        statements: [
            """
            CREATE TABLE row_key (
                kind TEXT NOT NULL, number BIGINT NOT NULL, state TEXT NOT NULL, fingerprint BYTEA NOT NULL,
                since BIGINT NOT NULL, PRIMARY KEY (kind, number))
            """,
            "CREATE UNIQUE INDEX row_key_active ON row_key (kind) WHERE state = 'active'",
        ] + columns(of: "seal_key", in: ["account", "registration", "outbox", "deletion"])
            + columns(of: "hash_key", in: ["otp_challenge", "session", "idempotency", "operator_enrolment"]))

    /// Adds a column and the index by which the rows of one key are found.
    private static func columns(of name: String, in tables: [String]) -> [String] {
        tables.flatMap { table in
            [
                "ALTER TABLE \(table) ADD COLUMN \(name) BIGINT",
                "CREATE INDEX \(table)_\(name) ON \(table) (COALESCE(\(name), 1))",
            ]
        }
    }
}
