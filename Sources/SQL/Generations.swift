public import Primitives

/// The generations of a database. A new one begins whenever commits that were acknowledged may be missing: after a
/// restore, a fail-over, or evidence of either.
///
/// Beginning one is a single row, whatever the number of accounts. A service compares the number in force with the one
/// that an account, or its feed, was last brought to, and begins a new epoch for the account that is behind.
public enum Generations {
    /// The migration that creates the table, and the columns of ``StoredTimeline`` that a new generation needs.
    public static func migration(id: Int) -> Migration {
        Migration(
            id: id, name: "generations of the database",
            statements: [
                "CREATE TABLE generation (number BIGINT PRIMARY KEY, id BYTEA NOT NULL, begun_at BIGINT NOT NULL)",
                "CREATE UNIQUE INDEX generation_id ON generation (id)",
                "ALTER TABLE lineage ADD COLUMN saved_at BIGINT",
                "ALTER TABLE lineage ADD COLUMN copied_at BIGINT",
                "ALTER TABLE lineage ADD COLUMN replay_since BIGINT",
            ])
    }

    /// Selects the number of the generation in force, 0 before the first one.
    public static let selectNumber = Statement("SELECT COALESCE(MAX(number), 0) FROM generation")

    /// ``selectNumber`` as a subselect, for the text of a statement that needs the number too.
    public static let numberSubselect = "(\(selectNumber.text))"

    /// The number of the generation in force, 0 before the first one.
    public static func number(in transaction: any Transaction) throws -> Int64 {
        try transaction.first(selectNumber)?.int(0) ?? 0
    }

    /// The number of the generation in force and the time at which it began; 0 and 1970 before the first one.
    public static func latest(in transaction: any Transaction) throws -> (number: Int64, begunAt: Instant) {
        let select = Statement("SELECT number, begun_at FROM generation ORDER BY number DESC LIMIT 1")
        guard let row = try transaction.first(select) else { return (0, Instant(ms: 0)) }
        return (try row.int(0), try row.instant(1))
    }

    /// The id of the generation in force, nil before the first one.
    public static func current(in transaction: any Transaction) throws -> GenerationID? {
        try transaction.first(Statement("SELECT id FROM generation ORDER BY number DESC LIMIT 1"))?.identifier(0)
    }

    /// Returns true if the database has begun the generation. Nil stands for the time before the first one, which every
    /// database has had.
    public static func contains(_ id: GenerationID?, in transaction: any Transaction) throws -> Bool {
        guard let id else { return true }
        return try transaction.first(Statement("SELECT 1 FROM generation WHERE id = $1", .identifier(id))) != nil
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
