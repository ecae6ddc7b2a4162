#if Postgres
import CPostgres

/// A superuser's connection for what `PostgresDatabase` does not do: it creates databases, ends connections and reads
/// the server's statistics. Results are texts.
public struct Console: ~Copyable {
    /// An error of the server.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    private let handle: OpaquePointer?

    public init(_ url: String) throws {
        handle = PQconnectdb(url)
        guard PQstatus(handle) == CONNECTION_OK else { throw failure }
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// Runs statements and returns the rows of the last one.
    @discardableResult
    public func run(_ text: String) throws -> [[String]] {
        let result = PQexec(handle, text)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK else {
            throw failure
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
        }
    }

    private var failure: Failure { Failure(description: String(cString: PQerrorMessage(handle))) }
}
#endif
