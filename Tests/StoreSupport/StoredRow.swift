public import SQL

/// A row of any table, with the names of its columns as the schema lists them.
public struct StoredRow: Sendable, Hashable, CustomStringConvertible {
    public let table: String
    public let columns: [String]
    public let values: [SQLValue]

    /// The row as `table(column: value, …)`.
    public var description: String {
        "\(table)(\(zip(columns, values).map { "\($0): \($1)" }.joined(separator: ", ")))"
    }
}

extension SQLValue {
    /// True if the value contains the bytes, or the text whose UTF-8 form they are.
    public func contains(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .bytes(let stored): stored.contains(run: bytes)
        case .text(let stored): Array(stored.utf8).contains(run: bytes)
        case .integer, .null: false
        }
    }
}

extension [UInt8] {
    fileprivate func contains(run bytes: [UInt8]) -> Bool {
        guard bytes.count <= count else { return false }
        return (0...count - bytes.count).contains { self[$0..<$0 + bytes.count].elementsEqual(bytes) }
    }
}

extension Database {
    /// All rows of all tables that the database's schema has.
    public func rows() async throws -> [StoredRow] {
        var rows: [StoredRow] = []
        for table in try await tables() {
            let columns = try await columns(of: table)
            let select = Statement("SELECT \(columns.joined(separator: ", ")) FROM \(table)")
            rows += try await read { try $0.run(select) }.map {
                StoredRow(table: table, columns: columns, values: $0.values)
            }
        }
        return rows
    }

    private func columns(of table: String) async throws -> [String] {
        let text =
            switch dialect {
            case .sqlite: "SELECT name FROM pragma_table_info($1) ORDER BY cid"
            case .postgres:
                """
                SELECT CAST(column_name AS TEXT) FROM information_schema.columns
                WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position
                """
            }
        return try await read { try $0.run(Statement(text, .text(table))).map { try $0.text(0) } }
    }
}
