#if Postgres
import CPostgres
import SQL

/// The server's types we keep: numbers of its own that never change (`pg_type.oid`).
enum ColumnType {
    case integer(width: Int), truth, text, bytes

    /// What a result's column is, or nil for a type that does not mean the same in both engines.
    ///
    /// Narrow integers and truths are taken because constants and `EXISTS` have these types; SQLite calls them integers.
    init?(_ number: Oid) {
        switch number {
        case 16: self = .truth
        case 17: self = .bytes
        case 20: self = .integer(width: 8)
        case 21: self = .integer(width: 2)
        case 23: self = .integer(width: 4)
        case 25: self = .text
        case _: return nil
        }
    }

    /// The type a value is declared as; 0 leaves it to the server.
    static func parameter(_ value: SQLValue) -> Oid {
        switch value {
        case .null: 0
        case .bytes: 17
        case .integer: 20
        case .text: 25
        }
    }

    /// Reads a binary value; nil when its length is not the type's.
    func value(_ bytes: UnsafeRawBufferPointer) -> SQLValue? {
        switch self {
        case .integer(let width):
            guard bytes.count == width, let first = bytes.first else { return nil }
            let start: Int64 = first >= 0x80 ? -1 : 0
            return .integer(bytes.reduce(start) { $0 << 8 | Int64($1) })
        case .truth: return bytes.count == 1 ? .integer(bytes[0] == 0 ? 0 : 1) : nil
        case .text: return .text(String(decoding: bytes, as: UTF8.self))
        case .bytes: return .bytes(Array(bytes))
        }
    }

    /// What to call a type we do not keep.
    static func name(_ number: Oid) -> String { names[number] ?? "number \(number)" }

    private static let names: [Oid: String] = [
        18: "\"char\"", 19: "name", 26: "oid", 114: "json", 700: "real", 701: "double precision", 1042: "character",
        1043: "character varying", 1082: "date", 1083: "time", 1114: "timestamp", 1184: "timestamp with time zone",
        1186: "interval", 1700: "numeric", 2278: "void", 2950: "uuid", 3220: "pg_lsn", 3802: "jsonb",
    ]
}
#endif
