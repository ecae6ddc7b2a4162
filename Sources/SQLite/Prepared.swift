import CSQLite
import SQL

/// One compiled statement with the places of its parameters, kept by the connection that compiled it.
final class Prepared {
    private let handle: OpaquePointer
    private let database: OpaquePointer
    private let text: String
    /// For each place the engine knows, from 1: which of the statement's values belongs there.
    private let slots: [Int]
    private let valueCount: Int

    /// Whether it changes nothing.
    let isReadOnly: Bool
    /// Whether it begins, ends or configures, which is the engine's own business.
    let isControl: Bool
    /// The turn of the connection in which it was last used, to find the one to let go.
    var lastUsed: UInt64 = 0

    private static let control: Set<String> = [
        "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA", "ATTACH", "DETACH", "VACUUM",
    ]

    /// Compiles a text. `$3` is a named parameter here, so the places are asked for by name.
    init(_ text: String, on database: OpaquePointer) throws(SQLFault) {
        var handle: OpaquePointer?
        var rendered = Dialect.sqlite.render(text)
        let (code, isWhole) = rendered.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { chars in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    database, chars.baseAddress, Int32(chars.count), UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
                let used = tail.flatMap { tail in chars.baseAddress.map { tail - $0 } } ?? chars.count
                return (code, chars[used...].allSatisfy { [0x20, 0x0a, 0x3b].contains($0) })
            }
        }
        guard code == SQLITE_OK else { throw .told(by: database, code: code, text: text) }
        guard let handle else { throw .statement(text: text, message: "there is no statement in this text") }
        self.handle = handle
        self.database = database
        self.text = text
        let verb = rendered.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased()
        isControl = Self.control.contains(verb)
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
        let names = (0..<sqlite3_bind_parameter_count(handle)).map { sqlite3_bind_parameter_name(handle, $0 + 1) }
        slots = names.map { name in name.flatMap { Int(String(cString: $0 + 1)) } ?? 0 }
        valueCount = slots.max() ?? 0
        guard isWhole else { throw .statement(text: text, message: "more than one statement in one text") }
        guard slots.sorted() == Array(1..<valueCount + 1) else {
            throw .statement(text: text, message: "parameters are $1, $2 … without gaps")
        }
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs it to its end and returns its rows. Its values are not kept.
    func run(_ values: [SQLValue]) throws(SQLFault) -> [Row] {
        guard values.count == valueCount else {
            throw .statement(text: text, message: "it names \(valueCount) values and was given \(values.count)")
        }
        defer {
            sqlite3_reset(handle)
            if valueCount > 0 { sqlite3_clear_bindings(handle) }
        }
        for (place, slot) in slots.enumerated() { try bind(values[slot - 1], at: Int32(place + 1)) }
        var rows: [Row] = []
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: rows.append(try row())
            case SQLITE_DONE: return rows
            case let code: throw .told(by: database, code: code, text: text)
            }
        }
    }

    private func bind(_ value: SQLValue, at place: Int32) throws(SQLFault) {
        if case .text(let string) = value, string.utf8.contains(0) {
            throw .statement(text: text, message: "a text holds a NUL character, which no engine keeps; use bytes")
        }
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, place)
            case .integer(let number): sqlite3_bind_int64(handle, place, number)
            case .text(var text):
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        latchkey_sqlite_bind_text(handle, place, $0.baseAddress, $0.count)
                    }
                }
            case .bytes(let bytes):
                bytes.withUnsafeBytes { latchkey_sqlite_bind_bytes(handle, place, $0.baseAddress, $0.count) }
            }
        guard code == SQLITE_OK else { throw .told(by: database, code: code, text: text) }
    }

    private func row() throws(SQLFault) -> Row {
        let count = sqlite3_column_count(handle)
        var values: [SQLValue] = []
        values.reserveCapacity(Int(count))
        for column in 0..<count { values.append(try value(at: column)) }
        return Row(values)
    }

    /// A text that is not UTF-8 any more is handed out as bytes, so that only the row it is in is unreadable.
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
