import SQL

/// The first schema, in PostgreSQL's dialect. Its unique indexes keep the rules that must hold under any race.
///
/// Times are milliseconds, identifiers are 16 bytes, and keyed hashes are computed by the service under keys that are
/// not in the database. The texts are released and never change.
enum FirstSchema {
    static let migration = Migration(
        id: 1, name: "accounts, codes, sessions, feed, outbox",
        statements: people + codes + sessions + feedAndOutbox + upkeep)

    // swift-format-ignore
    private static let people = [
        """
        CREATE TABLE facility_group (
            name TEXT PRIMARY KEY, registers TEXT NOT NULL, approval TEXT NOT NULL, devices TEXT NOT NULL,
            verification TEXT NOT NULL, pin TEXT NOT NULL, second_factor TEXT NOT NULL, joinable BIGINT NOT NULL,
            offline_unlock_hours BIGINT NOT NULL)
        """,
        """
        CREATE TABLE account (
            id BYTEA PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, facility_group TEXT NOT NULL,
            approval TEXT NOT NULL, approval_version BIGINT NOT NULL, approval_reason TEXT,
            approval_since BIGINT NOT NULL, phone_index BYTEA, phone_sealed BYTEA, tsv BIGINT NOT NULL,
            ordinal BIGINT NOT NULL, created BIGINT NOT NULL)
        """,
        "CREATE UNIQUE INDEX account_phone ON account (phone_index)",
        "CREATE INDEX account_queue ON account (facility_group, approval, approval_since)",
        """
        CREATE TABLE operator_group (
            account BYTEA NOT NULL, facility_group TEXT NOT NULL, PRIMARY KEY (account, facility_group))
        """,
        """
        CREATE TABLE device (
            account BYTEA NOT NULL, id BYTEA NOT NULL, thumbprint TEXT NOT NULL, public_key TEXT NOT NULL,
            name TEXT NOT NULL, admitted BIGINT NOT NULL, ever_admitted BIGINT NOT NULL, first_used BIGINT NOT NULL,
            last_used BIGINT NOT NULL, PRIMARY KEY (account, id))
        """,
        "CREATE UNIQUE INDEX device_key ON device (account, thumbprint)",
        "CREATE TABLE deletion (tag BYTEA PRIMARY KEY, at BIGINT NOT NULL)",
    ]

    // swift-format-ignore
    private static let codes = [
        """
        CREATE TABLE registration (
            phone_index BYTEA NOT NULL, thumbprint TEXT NOT NULL, facility_group TEXT NOT NULL, state TEXT NOT NULL,
            challenge BYTEA NOT NULL, phone_sealed BYTEA NOT NULL, device_name TEXT NOT NULL, started BIGINT NOT NULL,
            expires BIGINT NOT NULL, PRIMARY KEY (phone_index, thumbprint))
        """,
        "CREATE UNIQUE INDEX registration_challenge ON registration (challenge)",
        """
        CREATE TABLE otp_challenge (
            id BYTEA PRIMARY KEY, purpose TEXT NOT NULL, phone_index BYTEA NOT NULL, thumbprint TEXT NOT NULL,
            prefix TEXT NOT NULL, salt BYTEA NOT NULL, code_hash BYTEA NOT NULL, tries BIGINT NOT NULL,
            used_at BIGINT, ended_at BIGINT, created BIGINT NOT NULL, expires BIGINT NOT NULL)
        """,
        "CREATE INDEX otp_challenge_device ON otp_challenge (phone_index, thumbprint)",
        "CREATE INDEX otp_challenge_prefix ON otp_challenge (prefix, created, expires, used_at)",
        """
        CREATE TABLE otp_streak (
            phone_index BYTEA NOT NULL, thumbprint TEXT NOT NULL, failures BIGINT NOT NULL, waits_until BIGINT NOT NULL,
            at BIGINT NOT NULL, PRIMARY KEY (phone_index, thumbprint))
        """,
        """
        CREATE TABLE send_window (
            scope TEXT NOT NULL, key BYTEA NOT NULL, times BYTEA NOT NULL, until BIGINT NOT NULL,
            PRIMARY KEY (scope, key))
        """,
        """
        CREATE TABLE quota (
            name TEXT NOT NULL, period BIGINT NOT NULL, shard BIGINT NOT NULL, used BIGINT NOT NULL,
            PRIMARY KEY (name, period, shard))
        """,
        "CREATE TABLE prefix_stop (prefix TEXT PRIMARY KEY, until BIGINT NOT NULL)",
        """
        CREATE TABLE proof_seen (
            thumbprint TEXT NOT NULL, jti TEXT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (thumbprint, jti))
        """,
        "CREATE INDEX proof_seen_expires ON proof_seen (expires)",
    ]

    // swift-format-ignore
    private static let sessions = [
        """
        CREATE TABLE session (
            account BYTEA NOT NULL, id BYTEA NOT NULL, device BYTEA NOT NULL, thumbprint TEXT NOT NULL,
            gate TEXT NOT NULL, tsv BIGINT NOT NULL, family BYTEA NOT NULL, generation BIGINT NOT NULL,
            refresh_hash BYTEA NOT NULL, previous_hash BYTEA, digits TEXT, admit_tries BIGINT NOT NULL, ended TEXT,
            ended_at BIGINT, created BIGINT NOT NULL, last_used BIGINT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (account, id))
        """,
        """
        CREATE TABLE idempotency (
            owner BYTEA NOT NULL, thumbprint TEXT NOT NULL, method TEXT NOT NULL, request BYTEA NOT NULL,
            request_mac BYTEA NOT NULL, answer BYTEA NOT NULL, at BIGINT NOT NULL,
            PRIMARY KEY (owner, thumbprint, method, request))
        """,
        "CREATE INDEX idempotency_at ON idempotency (at)",
    ]

    // swift-format-ignore
    private static let feedAndOutbox = [
        """
        CREATE TABLE feed (
            id BIGINT PRIMARY KEY, epoch BYTEA NOT NULL, floor BIGINT NOT NULL, last BIGINT NOT NULL,
            seen BIGINT NOT NULL)
        """,
        """
        CREATE TABLE revocation_event (
            account BYTEA NOT NULL, ordinal BIGINT NOT NULL, seq BIGINT, session BYTEA, ended TEXT, gate TEXT,
            tsv BIGINT, approval TEXT, at BIGINT NOT NULL, PRIMARY KEY (account, ordinal))
        """,
        "CREATE UNIQUE INDEX revocation_event_seq ON revocation_event (seq)",
        "CREATE INDEX revocation_event_unnumbered ON revocation_event (account, ordinal) WHERE seq IS NULL",
        """
        CREATE TABLE outbox (
            id BYTEA PRIMARY KEY, kind TEXT NOT NULL, challenge BYTEA, sealed BYTEA, state TEXT NOT NULL,
            attempts BIGINT NOT NULL, due BIGINT NOT NULL, expires BIGINT, created BIGINT NOT NULL)
        """,
        "CREATE INDEX outbox_due ON outbox (state, due)",
        "CREATE INDEX outbox_challenge ON outbox (challenge)",
    ]

    private static let upkeep = [
        "CREATE INDEX session_ended ON session (ended_at)",
        "CREATE INDEX otp_challenge_expires ON otp_challenge (expires)",
        "CREATE INDEX registration_expires ON registration (expires)",
    ]
}
