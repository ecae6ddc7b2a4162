#if Postgres
import CPostgres
import SQL

/// A statement's text and its preparations on one connection.
final class CachedStatement {
    /// The text in PostgreSQL's own syntax.
    let rendered: String
    let valueCount: Int
    /// True for a statement that only the engine may run.
    let isControl: Bool
    /// One for each combination of parameter types that was needed.
    var preparations: [Preparation] = []

    /// A prepared statement on the server.
    struct Preparation {
        let name: String
        let types: [Oid]
    }

    init(_ text: String) throws(SQLFault) {
        rendered = Dialect.postgres.render(text)
        valueCount = try Placeholders.count(in: rendered, of: text)
        isControl = ControlStatement.matches(rendered)
    }

    /// Returns a preparation that accepts values of these types. A `NULL` (type 0) fits every declared type. A value
    /// does not fit a parameter that was declared as 0, because the server inferred some type for the parameter.
    func preparation(for types: [Oid]) -> Preparation? {
        preparations.first { zip($0.types, types).allSatisfy { $1 == 0 || $0 == $1 } }
    }

    /// Removes a preparation that failed.
    func removePreparation(named name: String) {
        preparations.removeAll { $0.name == name }
    }
}
#endif
