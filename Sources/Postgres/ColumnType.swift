#if Postgres
import CPostgres
import SQL

/// The types of columns and parameters that are supported, by PostgreSQL's fixed numbers (`pg_type.oid`).
enum ColumnType {
    case integer(width: Int), boolean, text, bytes

    /// Returns nil for a type that SQLite does not have in the same form.
    ///
    /// Narrow integers and booleans are accepted because constants and `EXISTS` have these types; in SQLite they are
    /// integers.
    init?(_ number: Oid) {
        switch number {
        case 16: self = .boolean
        case 17: self = .bytes
        case 20: self = .integer(width: 8)
        case 21: self = .integer(width: 2)
        case 23: self = .integer(width: 4)
        case 25: self = .text
        case _: return nil
        }
    }

    /// The type declared for a value; 0 lets the server infer it.
    static func parameter(_ value: SQLValue) -> Oid {
        switch value {
        case .null: 0
        case .bytes: 17
        case .integer: 20
        case .text: 25
        }
    }

    /// Decodes a binary value; nil if its length does not fit the type.
    func value(_ bytes: UnsafeRawBufferPointer) -> SQLValue? {
        switch self {
        case .integer(let width):
            guard bytes.count == width, let first = bytes.first else { return nil }
            let start: Int64 = first >= 0x80 ? -1 : 0
            return .integer(bytes.reduce(start) { $0 << 8 | Int64($1) })
        case .boolean: return bytes.count == 1 ? .integer(bytes[0] == 0 ? 0 : 1) : nil
        case .text: return .text(String(decoding: bytes, as: UTF8.self))
        case .bytes: return .bytes(Array(bytes))
        }
    }

    /// The name of an unsupported type, for messages.
    static func name(_ number: Oid) -> String { names[number] ?? "number \(number)" }

    private static let names: [Oid: String] = [
        18: "\"char\"", 19: "name", 26: "oid", 114: "json", 700: "real", 701: "double precision", 1042: "character",
        1043: "character varying", 1082: "date", 1083: "time", 1114: "timestamp", 1184: "timestamp with time zone",
        1186: "interval", 1700: "numeric", 2278: "void", 2950: "uuid", 3220: "pg_lsn", 3802: "jsonb",
    ]
}
#endif
