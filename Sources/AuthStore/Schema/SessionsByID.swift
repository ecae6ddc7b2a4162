import SQL

/// Adds the index by which a session is found without its account, as in the tokens of unproven sessions.
enum SessionsByID {
    static let migration = Migration(
        id: 12, name: "sessions by their identifier",
        statements: ["CREATE UNIQUE INDEX session_id ON session (id)"])
}
