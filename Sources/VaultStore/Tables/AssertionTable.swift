import Primitives
import SQL

/// The statements on `vault_introduction(jti)`, the ids of accepted `service.authenticate` assertions.
///
/// An assertion is accepted once. The rows belong to no account. A row is kept for two minutes; by then its assertion
/// has expired. The table keeps the name it was released with.
enum AssertionTable {
    static func deleteExpired(_ now: Instant) -> Statement {
        Statement("DELETE FROM vault_introduction WHERE expires_at <= $1", .instant(now))
    }

    /// Inserts an id; changes no row if the id is already there.
    static func insert(_ jti: String, until expires: Instant) -> Statement {
        Statement(
            "INSERT INTO vault_introduction (jti, expires_at) VALUES ($1, $2) ON CONFLICT (jti) DO NOTHING",
            .text(jti), .instant(expires))
    }
}
