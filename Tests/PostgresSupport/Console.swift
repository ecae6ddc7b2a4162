#if Postgres
import CPostgres

/// A connection of an operator, for what our engine does not do: making databases, ending connections, asking the
/// server about itself. Answers are texts.
public struct Console: ~Copyable {
    /// What the server said instead.
    public struct Complaint: Error, CustomStringConvertible {
        /// Its words.
        public let description: String
    }

    private let handle: OpaquePointer?

    /// Connects.
    public init(_ url: String) throws {
        handle = PQconnectdb(url)
        guard PQstatus(handle) == CONNECTION_OK else { throw complaint }
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// Runs a text and gives the rows of its last statement.
    @discardableResult
    public func run(_ text: String) throws -> [[String]] {
        let result = PQexec(handle, text)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK else {
            throw complaint
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
        }
    }

    private var complaint: Complaint { Complaint(description: String(cString: PQerrorMessage(handle))) }
}
#endif
