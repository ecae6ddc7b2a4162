import SQL

/// Adds to each account the number of its last notice, and to each hold the generation that it was begun in.
///
/// Both are 0 in the rows of earlier versions. An instance of an earlier version numbers a notice by the notices that are
/// stored, and leaves a hold its end.
enum AfterOlderCopies {
    static let migration = Migration(
        id: 19, name: "numbers of notices, and holds in an older copy",
        statements: [
            "ALTER TABLE account ADD COLUMN last_notice BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE account_hold ADD COLUMN begun_in BIGINT NOT NULL DEFAULT 0",
        ])
}
