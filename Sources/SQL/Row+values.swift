public import Primitives

/// Decodes the project's value types. `SQLValue+values.swift` holds the encodings.
///
/// The generic functions are inlinable, so that they are specialized where rows are read.
extension Row {
    /// The identifier stored as 16 bytes in a column.
    @inlinable
    public func identifier<ID: Identifier>(_ column: Int) throws(SQLFault) -> ID {
        guard let identifier = ID(bytes: try bytes(column)) else { throw .wrongValue(in: column, expected: "16 bytes") }
        return identifier
    }

    /// The identifier in a column, or nil for `NULL`.
    @inlinable
    public func identifierOrNil<ID: Identifier>(_ column: Int) throws(SQLFault) -> ID? {
        values[column] == .null ? nil : try identifier(column)
    }

    /// The time stored as milliseconds since 1970 in a column.
    public func instant(_ column: Int) throws(SQLFault) -> Instant { Instant(ms: try int(column)) }

    /// The time in a column, or nil for `NULL`.
    public func instantOrNil(_ column: Int) throws(SQLFault) -> Instant? {
        values[column] == .null ? nil : try instant(column)
    }

    /// The value of an enumeration, or of another type with a text as raw value, in a column.
    @inlinable
    public func enumValue<Value: RawRepresentable<String>>(_ column: Int) throws(SQLFault) -> Value {
        guard let value = Value(rawValue: try text(column)) else {
            throw .wrongValue(in: column, expected: "a \(Value.self)")
        }
        return value
    }

    /// The enumeration's value in a column, or nil for `NULL`.
    @inlinable
    public func enumValueOrNil<Value: RawRepresentable<String>>(_ column: Int) throws(SQLFault) -> Value? {
        values[column] == .null ? nil : try enumValue(column)
    }
}
