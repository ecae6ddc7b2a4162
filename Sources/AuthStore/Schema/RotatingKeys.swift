import SQL

/// Adds the table of the keys that are replaced while the service runs, and the table of the running instances with
/// the keys that each has read.
enum RotatingKeys {
    static func migration(id: Int) -> Migration {
        Migration(
            id: id, name: "states of keys, running instances",
            statements: [
                """
                CREATE TABLE rotating_key (
                    kind TEXT NOT NULL, number BIGINT NOT NULL, state TEXT NOT NULL, fingerprint BYTEA NOT NULL,
                    since BIGINT NOT NULL, PRIMARY KEY (kind, number))
                """,
                "CREATE UNIQUE INDEX rotating_key_active ON rotating_key (kind) WHERE state = 'active'",
                """
                CREATE TABLE instance (
                    id BYTEA PRIMARY KEY, name TEXT NOT NULL, keys TEXT NOT NULL, seen BIGINT NOT NULL)
                """,
                "CREATE INDEX instance_seen ON instance (seen)",
            ])
    }
}
