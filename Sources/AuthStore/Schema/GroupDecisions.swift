import SQL

/// Adds the table of the administrator's decisions about facility groups, which concern no account.
///
/// Its rows are only inserted, as those of `decision`. The numbers `ordinal` count the decisions about one group.
enum GroupDecisions {
    static let migration = Migration(
        id: 24, name: "decisions about facility groups",
        statements: [
            """
            CREATE TABLE group_decision (
                facility_group TEXT NOT NULL, ordinal BIGINT NOT NULL, at BIGINT NOT NULL, kind TEXT NOT NULL,
                actor BYTEA, from_value TEXT, to_value TEXT, reason TEXT, PRIMARY KEY (facility_group, ordinal))
            """
        ])
}
