import Primitives
import SQL

/// The vault's own statements on `generation(number)`.
enum GenerationTable {
    /// Selects the number of the generation with an id.
    static func select(_ id: GenerationID) -> Statement {
        Statement("SELECT number FROM generation WHERE id = $1", .identifier(id))
    }

    /// The generation in force and the time at which it began; 0 and 1970 before the first.
    static func latest(in transaction: any Transaction) throws -> (number: Int64, begunAt: Instant) {
        let select = Statement("SELECT number, begun_at FROM generation ORDER BY number DESC LIMIT 1")
        guard let row = try transaction.first(select) else { return (0, Instant(ms: 0)) }
        return (try row.int(0), try row.instant(1))
    }
}
