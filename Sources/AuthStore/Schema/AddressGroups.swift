import SQL

/// Adds to each code the address group that requested it, and to each stop the time of the first code it was decided
/// on.
///
/// Codes that an instance of an earlier version inserts have no address group. They count for a stop and cause it for
/// nobody.
enum AddressGroups {
    static let migration = Migration(
        id: 11, name: "the address groups of codes",
        statements: [
            "ALTER TABLE otp_challenge ADD COLUMN address_group BYTEA",
            "ALTER TABLE prefix_stop ADD COLUMN since BIGINT NOT NULL DEFAULT 0",
            "CREATE INDEX otp_challenge_group ON otp_challenge (address_group, created)",
            "CREATE INDEX otp_challenge_key ON otp_challenge (thumbprint, created)",
            "CREATE INDEX otp_challenge_created ON otp_challenge (created, used_at)",
        ])
}
