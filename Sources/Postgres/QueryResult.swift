#if Postgres
import CPostgres
import SQL

/// One result of the server. It owns libpq's memory and frees it at the end of its life.
struct QueryResult: ~Copyable {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var status: ExecStatusType { PQresultStatus(handle) }

    /// The error of a failed command.
    var error: ServerError { ServerError(handle) }

    /// The server's command tag, such as `COMMIT` or `INSERT 0 1`.
    var tag: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }

    /// The number of rows that were inserted, changed or deleted.
    var changes: Int {
        let tag = tag
        guard tag.hasPrefix("INSERT") || tag.hasPrefix("UPDATE") || tag.hasPrefix("DELETE") else { return 0 }
        return tag.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }

    /// Decodes the rows, which are in the binary format.
    func rows(of text: String) throws(SQLFault) -> [Row] {
        let (width, height) = (PQnfields(handle), PQntuples(handle))
        var types: [ColumnType] = []
        types.reserveCapacity(Int(width))
        for column in 0..<width {
            let number = PQftype(handle, column)
            guard let type = ColumnType(number) else {
                throw .statement(
                    text: text,
                    message: "column \(column) is of type \(ColumnType.name(number)); CAST it to BIGINT, TEXT or BYTEA")
            }
            types.append(type)
        }
        var rows: [Row] = []
        rows.reserveCapacity(Int(height))
        for row in 0..<height { rows.append(try self.row(row, types, of: text)) }
        return rows
    }

    private func row(_ row: Int32, _ types: [ColumnType], of text: String) throws(SQLFault) -> Row {
        var values: [SQLValue] = []
        values.reserveCapacity(types.count)
        for (index, type) in types.enumerated() {
            let column = Int32(index)
            guard PQgetisnull(handle, row, column) == 0 else {
                values.append(.null)
                continue
            }
            let count = Int(PQgetlength(handle, row, column))
            let bytes = UnsafeRawBufferPointer(start: PQgetvalue(handle, row, column), count: count)
            guard let value = type.value(bytes) else {
                throw .statement(
                    text: text, message: "column \(column) has \(count) bytes, which is not its type's size")
            }
            values.append(value)
        }
        return Row(values)
    }
}
#endif
