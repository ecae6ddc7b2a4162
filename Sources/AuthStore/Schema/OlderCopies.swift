import SQL

/// Adds the table of the generations that began with an older copy of the database, and to each session, code and
/// message the generation that it was begun in.
///
/// The rows of earlier versions have 0 there, as those have that an instance of an earlier version inserts. After a
/// restore by this version the latter are void: their devices log in again.
enum OlderCopies {
    static let migration = Migration(
        id: 8, name: "what an older copy makes void",
        statements: [
            "CREATE TABLE older_copy (generation BIGINT PRIMARY KEY, begun_at BIGINT NOT NULL)",
            "ALTER TABLE session ADD COLUMN begun_in BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE otp_challenge ADD COLUMN begun_in BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE outbox ADD COLUMN begun_in BIGINT NOT NULL DEFAULT 0",
        ])
}
