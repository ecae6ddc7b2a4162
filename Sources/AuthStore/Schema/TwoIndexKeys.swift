import SQL

/// Adds what a phone number needs while its index key is being replaced: the table in which each keyed hash of a number
/// has one account, and to each row of a number the keyed hash under the other key.
///
/// `account_number` has no row for an account that an earlier version created; such an account is found by its own
/// column.
enum TwoIndexKeys {
    static let migration = Migration(
        id: 17, name: "phone numbers under two index keys",
        statements: [
            "CREATE TABLE account_number (phone_index BYTEA PRIMARY KEY, account BYTEA NOT NULL)",
            "CREATE INDEX account_number_account ON account_number (account)",
            "ALTER TABLE otp_challenge ADD COLUMN phone_index_other BYTEA",
            "CREATE INDEX otp_challenge_other ON otp_challenge (phone_index_other)",
            "ALTER TABLE otp_challenge ADD COLUMN address_group_other BYTEA",
            "CREATE INDEX otp_challenge_group_other ON otp_challenge (address_group_other, created)",
            "ALTER TABLE registration ADD COLUMN phone_index_other BYTEA",
            "CREATE INDEX registration_other ON registration (phone_index_other)",
        ]
            + ["account", "registration", "otp_challenge", "otp_streak", "operator_enrolment", "deletion"].flatMap {
                table in
                [
                    "ALTER TABLE \(table) ADD COLUMN index_key BIGINT",
                    "CREATE INDEX \(table)_index_key ON \(table) (COALESCE(index_key, 1))",
                ]
            })
}
