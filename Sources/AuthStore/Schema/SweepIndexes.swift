import SQL

/// Adds the indexes by which the sweep finds old rows in tables of any size, and drops `session_ended`, which it
/// replaces by `session_expires`.
enum SweepIndexes {
    static let migration = Migration(
        id: 4, name: "indexes for the sweep",
        statements: [
            "CREATE INDEX session_expires ON session (expires)",
            "CREATE INDEX otp_streak_at ON otp_streak (at)",
            "CREATE INDEX send_window_until ON send_window (until)",
            "CREATE INDEX outbox_created ON outbox (created)",
            "DROP INDEX session_ended",
        ])
}
