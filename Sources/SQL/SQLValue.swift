/// A value that both engines store: a 64-bit integer, a text, bytes, or `NULL`.
///
/// Other types are encoded: times as milliseconds, identifiers as 16 bytes, booleans as 0 or 1. Floating-point numbers
/// are not supported.
public enum SQLValue: Sendable, Hashable {
    case null
    /// A signed 64-bit integer (`BIGINT`).
    case integer(Int64)
    /// UTF-8 text (`TEXT`).
    case text(String)
    /// Bytes (`BYTEA`).
    case bytes([UInt8])
}

extension SQLValue {
    /// An integer of any width. A value beyond 64 signed bits traps.
    public static func int(_ value: some BinaryInteger) -> SQLValue { .integer(Int64(value)) }

    /// A boolean, stored as 1 or 0.
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
    public init(integerLiteral value: Int64) { self = .integer(value) }

    public init(stringLiteral value: String) { self = .text(value) }
}
