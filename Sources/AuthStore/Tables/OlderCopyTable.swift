import Primitives
import SQL

/// Statements on `older_copy`: the generations of the database that began because it was an older copy of itself.
///
/// A session, code or message that is open in such a copy may have been ended, used or sent after the copy was made.
/// Each of these rows therefore holds the generation that it was begun in (`begun_in`), and is void from the moment at
/// which a later generation begins with an older copy. Nothing of it is changed: the row of the generation is all that
/// is written, whatever the number of accounts. Every statement that asks whether such a row is open uses ``voidedAt``
/// or ``isNotVoid``.
enum OlderCopyTable {
    /// A subselect for statements on a table with the column `begun_in`: the moment at which the row became void, NULL
    /// if it is not void.
    static let voidedAt =
        "(SELECT c.begun_at FROM older_copy c WHERE c.generation > begun_in ORDER BY c.generation LIMIT 1)"

    /// A condition for statements on a table with the column `begun_in`.
    static let isNotVoid = "begun_in >= \(latest)"

    /// The generation of the latest older copy, 0 if there was none.
    private static let latest = "(SELECT COALESCE(MAX(c.generation), 0) FROM older_copy c)"

    /// Makes everything void that was open before the generation in force, which must have begun in this transaction.
    static func insertCurrent(at now: Instant) -> Statement {
        Statement(
            "INSERT INTO older_copy (generation, begun_at) VALUES (\(Generations.numberSubselect), $1)", .instant(now))
    }

    /// Counts the rows that became void with the latest older copy.
    ///
    /// - Parameter isOpen: the condition that, apart from older copies, makes a row open.
    static func countVoided(
        _ table: String, where isOpen: String, in transaction: any Transaction
    ) throws -> Int {
        let before = """
            (SELECT COALESCE(MAX(c.generation), 0) FROM older_copy c WHERE c.generation < \(latest))
            """
        let row = try transaction.first(
            Statement(
                "SELECT COUNT(*) FROM \(table) WHERE \(isOpen) AND begun_in >= \(before) AND begun_in < \(latest)"))
        return Int(try row?.int(0) ?? 0)
    }
}
