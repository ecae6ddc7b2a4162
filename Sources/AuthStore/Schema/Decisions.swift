import SQL

/// Adds the tables of decisions and of the operators' enrolment secrets.
///
/// The rows of `decision` are only inserted. The numbers `ordinal` count the decisions about one account.
enum Decisions {
    static let migration = Migration(
        id: 10, name: "decisions, enrolment of operators",
        statements: [
            """
            CREATE TABLE decision (
                account BYTEA NOT NULL, ordinal BIGINT NOT NULL, at BIGINT NOT NULL, kind TEXT NOT NULL, actor BYTEA,
                from_value TEXT, to_value TEXT, reason TEXT, PRIMARY KEY (account, ordinal))
            """,
            "CREATE INDEX decision_at ON decision (at)",
            """
            CREATE TABLE operator_enrolment (
                account BYTEA PRIMARY KEY, secret_hash BYTEA NOT NULL, tries BIGINT NOT NULL, expires BIGINT NOT NULL)
            """,
        ])
}
