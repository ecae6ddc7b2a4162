import Primitives
import SQL

/// `vault_introduction(jti)`: introductions of the other service that were taken, so that each is taken once.
///
/// Not an account's; rows live for two minutes.
enum IntroductionTable {
    static let definition =
        "CREATE TABLE vault_introduction (jti TEXT NOT NULL PRIMARY KEY, expires_at BIGINT NOT NULL)"

    /// Forgets those that have ended.
    static func sweep(_ now: Instant) -> Statement {
        Statement("DELETE FROM vault_introduction WHERE expires_at <= $1", .integer(now.ms))
    }

    /// Takes one; changes a row only the first time.
    static func take(_ jti: String, until expires: Instant) -> Statement {
        Statement(
            "INSERT INTO vault_introduction (jti, expires_at) VALUES ($1, $2) ON CONFLICT (jti) DO NOTHING",
            .text(jti), .integer(expires.ms))
    }
}
