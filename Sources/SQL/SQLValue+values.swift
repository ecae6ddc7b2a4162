public import Primitives

/// Encodes the project's value types. `Row+values.swift` holds the decodings.
extension SQLValue {
    /// An identifier as its 16 bytes.
    public static func identifier(_ identifier: some Identifier) -> SQLValue { .bytes(identifier.bytes) }

    /// An identifier, or `NULL` for nil.
    public static func identifierOrNull(_ identifier: (some Identifier)?) -> SQLValue {
        identifier.map { .bytes($0.bytes) } ?? .null
    }

    /// A time as milliseconds since 1970.
    public static func instant(_ instant: Instant) -> SQLValue { .integer(instant.ms) }

    /// A time, or `NULL` for nil.
    public static func instantOrNull(_ instant: Instant?) -> SQLValue { instant.map { .integer($0.ms) } ?? .null }

    /// The raw value of an enumeration's case.
    public static func enumValue(_ value: some RawRepresentable<String>) -> SQLValue { .text(value.rawValue) }

    /// The raw value of an enumeration's case, or `NULL` for nil.
    public static func enumValueOrNull(_ value: (some RawRepresentable<String>)?) -> SQLValue {
        value.map { .text($0.rawValue) } ?? .null
    }
}
