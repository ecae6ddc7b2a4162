import CSQLite
import SQL

/// One statement prepared by SQLite. It belongs to the connection that prepared it.
final class PreparedStatement {
    private let handle: OpaquePointer
    private let database: OpaquePointer
    private let text: String
    /// The number n in the name `$n` of each parameter, in SQLite's order of the parameters.
    private let parameterNumbers: [Int]
    private let valueCount: Int

    let isReadOnly: Bool
    /// True for a statement that only the engine may run.
    let isControl: Bool

    /// Prepares a text. To SQLite `$3` is a parameter named "$3", so each parameter's number is read from its name.
    init(_ text: String, on database: OpaquePointer) throws(SQLFault) {
        var handle: OpaquePointer?
        var rendered = Dialect.sqlite.render(text)
        let (code, isWhole) = rendered.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { chars in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    database, chars.baseAddress, Int32(chars.count), UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
                let end = tail.flatMap { tail in chars.baseAddress.map { tail - $0 } } ?? chars.count
                return (code, chars[end...].allSatisfy { [0x20, 0x0a, 0x3b].contains($0) })
            }
        }
        guard code == SQLITE_OK else { throw SQLFault(resultCode: code, of: database, in: text) }
        guard let handle else { throw .statement(text: text, message: "there is no statement in this text") }
        self.handle = handle
        self.database = database
        self.text = text
        isControl = ControlStatement.matches(rendered)
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
        let names = (0..<sqlite3_bind_parameter_count(handle)).map { sqlite3_bind_parameter_name(handle, $0 + 1) }
        parameterNumbers = names.map { name in name.flatMap { Int(String(cString: $0 + 1)) } ?? 0 }
        valueCount = parameterNumbers.max() ?? 0
        guard isWhole else { throw .statement(text: text, message: "more than one statement in one text") }
        guard parameterNumbers.sorted() == Array(1..<valueCount + 1) else {
            throw .statement(text: text, message: "parameters are $1, $2 … without gaps")
        }
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement to its end and returns all rows. SQLite keeps no copy of the values afterwards.
    func run(_ values: [SQLValue]) throws(SQLFault) -> [Row] {
        guard values.count == valueCount else {
            throw .statement(text: text, message: "it names \(valueCount) values and was given \(values.count)")
        }
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, number) in parameterNumbers.enumerated() { try bind(values[number - 1], at: Int32(index + 1)) }
        var rows: [Row] = []
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: rows.append(try row())
            case SQLITE_DONE: return rows
            case let code: throw SQLFault(resultCode: code, of: database, in: text)
            }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) throws(SQLFault) {
        if case .text(let string) = value, string.utf8.contains(0) {
            throw .statement(
                text: text, message: "a text holds a NUL character, which neither engine stores; use bytes")
        }
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .text(var text):
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        latchkey_sqlite_bind_text(handle, index, $0.baseAddress, $0.count)
                    }
                }
            case .bytes(let bytes):
                bytes.withUnsafeBytes { latchkey_sqlite_bind_bytes(handle, index, $0.baseAddress, $0.count) }
            }
        guard code == SQLITE_OK else { throw SQLFault(resultCode: code, of: database, in: text) }
    }

    private func row() throws(SQLFault) -> Row {
        let count = sqlite3_column_count(handle)
        var values: [SQLValue] = []
        values.reserveCapacity(Int(count))
        for column in 0..<count { values.append(try value(at: column)) }
        return Row(values)
    }

    /// Decodes a column. A text that is not valid UTF-8 becomes bytes, so that only its own row cannot be read.
    private func value(at column: Int32) throws(SQLFault) -> SQLValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(handle, column)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
            return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(Array(bytes))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(handle, column)
            let count = Int(sqlite3_column_bytes(handle, column))
            return .bytes(Array(UnsafeRawBufferPointer(start: start, count: count)))
        case _:
            throw .statement(text: text, message: "column \(column) is a floating-point number; CAST it")
        }
    }
}
