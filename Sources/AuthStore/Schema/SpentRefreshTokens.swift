import SQL

/// Adds to each session the hashes of its last spent refresh tokens (``SpentToken``). The column is NULL in the rows of
/// earlier versions, and an instance of an earlier version does not write it.
enum SpentRefreshTokens {
    static let migration = Migration(
        id: 13, name: "spent refresh tokens",
        statements: ["ALTER TABLE session ADD COLUMN spent_tokens BYTEA"])
}
