import SQL

/// Adds the unique index that allows a device key one open challenge for a number.
enum OneOpenChallenge {
    static let migration = Migration(
        id: 2, name: "one open challenge a device key",
        statements: [
            """
            CREATE UNIQUE INDEX otp_challenge_open ON otp_challenge (phone_index, thumbprint)
            WHERE used_at IS NULL AND ended_at IS NULL
            """
        ])
}
