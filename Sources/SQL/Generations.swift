public import Primitives

/// The generations of a database. A new one begins whenever commits that were acknowledged may be missing: after a
/// restore, a fail-over, or evidence of either.
///
/// Beginning one is a single row, whatever the number of accounts. A service compares the number in force with the one
/// that an account, or its feed, was last brought to, and begins a new epoch for the account that is behind.
public enum Generations {
    /// The migration that creates the table.
    public static func migration(id: Int) -> Migration {
        Migration(
            id: id, name: "generations of the database",
            statements: [
                "CREATE TABLE generation (number BIGINT PRIMARY KEY, id BYTEA NOT NULL, begun_at BIGINT NOT NULL)",
                "CREATE UNIQUE INDEX generation_id ON generation (id)",
            ])
    }

    /// Selects the number of the generation in force, 0 before the first one.
    public static let selectNumber = Statement("SELECT COALESCE(MAX(number), 0) FROM generation")

    /// The number of the generation in force, 0 before the first one.
    public static func number(in transaction: any Transaction) throws -> Int64 {
        try transaction.first(selectNumber)?.int(0) ?? 0
    }

    /// Begins a generation and returns its number.
    ///
    /// - Parameter id: a random id, which distinguishes two generations of the same number that began in two copies of
    ///   one database.
    public static func begin(_ id: GenerationID, at now: Instant, in transaction: any Transaction) throws -> Int64 {
        let number = try number(in: transaction) + 1
        try transaction.run(
            Statement(
                "INSERT INTO generation (number, id, begun_at) VALUES ($1, $2, $3)", .integer(number), .identifier(id),
                .instant(now)))
        return number
    }
}
