/// One value as both engines keep it: a 64-bit integer, a text, bytes, or nothing.
///
/// There are no floating-point numbers, dates or booleans: times are milliseconds, identifiers are 16 bytes, and a
/// truth is 0 or 1.
public enum SQLValue: Sendable, Hashable {
    /// No value (`NULL`).
    case null
    /// A signed 64-bit integer (`BIGINT`).
    case integer(Int64)
    /// UTF-8 text (`TEXT`).
    case text(String)
    /// Bytes (`BYTEA`).
    case bytes([UInt8])
}

extension SQLValue {
    /// An integer of any width that fits 64 signed bits; larger ones trap.
    public static func int(_ value: some BinaryInteger) -> SQLValue { .integer(Int64(value)) }

    /// A truth, kept as 1 or 0.
    public static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }

    /// An integer, or `NULL` for nil.
    public static func intOrNull(_ value: (some BinaryInteger)?) -> SQLValue {
        value.map { .integer(Int64($0)) } ?? .null
    }

    /// A text, or `NULL` for nil.
    public static func textOrNull(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

    /// Bytes, or `NULL` for nil.
    public static func bytesOrNull(_ value: [UInt8]?) -> SQLValue { value.map { .bytes($0) } ?? .null }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// `7` is `.integer(7)`.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// `"open"` is `.text("open")`.
    public init(stringLiteral value: String) { self = .text(value) }
}
