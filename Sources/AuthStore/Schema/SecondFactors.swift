import SQL

/// Adds second factors.
enum SecondFactors {
    static let migration = Migration(
        id: 23, name: "second factors",
        statements: [
            """
            CREATE TABLE second_factor (
                account BYTEA PRIMARY KEY, id BYTEA NOT NULL, secret_sealed BYTEA NOT NULL, seal_key BIGINT NOT NULL,
                confirmed BIGINT NOT NULL, last_step BIGINT NOT NULL, made BIGINT NOT NULL, counts_from BIGINT NOT NULL,
                made_by BYTEA)
            """
        ])
}
