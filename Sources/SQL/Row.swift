/// One row of an answer, read by the position of the column in the statement, from 0.
///
/// A value of another type than asked for throws ``SQLFault/damagedRow(_:)``: nothing is converted.
public struct Row: Sendable, Hashable {
    /// The values, in the order of the statement's columns.
    public let values: [SQLValue]

    /// A row of these values.
    public init(_ values: [SQLValue]) {
        self.values = values
    }

    /// The value at a column, whatever it is. A column the statement does not have traps.
    public subscript(_ column: Int) -> SQLValue { values[column] }

    /// The integer at a column.
    public func int(_ column: Int) throws(SQLFault) -> Int64 {
        guard case .integer(let value) = values[column] else { throw .wrongValue(in: column, expected: "an integer") }
        return value
    }

    /// The integer at a column, or nil for `NULL`.
    public func intOrNil(_ column: Int) throws(SQLFault) -> Int64? {
        values[column] == .null ? nil : try int(column)
    }

    /// The text at a column.
    public func text(_ column: Int) throws(SQLFault) -> String {
        guard case .text(let value) = values[column] else { throw .wrongValue(in: column, expected: "a text") }
        return value
    }

    /// The text at a column, or nil for `NULL`.
    public func textOrNil(_ column: Int) throws(SQLFault) -> String? {
        values[column] == .null ? nil : try text(column)
    }

    /// The bytes at a column.
    public func bytes(_ column: Int) throws(SQLFault) -> [UInt8] {
        guard case .bytes(let value) = values[column] else { throw .wrongValue(in: column, expected: "bytes") }
        return value
    }

    /// The bytes at a column, or nil for `NULL`.
    public func bytesOrNil(_ column: Int) throws(SQLFault) -> [UInt8]? {
        values[column] == .null ? nil : try bytes(column)
    }

    /// The truth at a column, kept as 1 or 0; any other integer throws.
    public func bool(_ column: Int) throws(SQLFault) -> Bool {
        switch try int(column) {
        case 0: false
        case 1: true
        default: throw .wrongValue(in: column, expected: "0 or 1")
        }
    }
}
