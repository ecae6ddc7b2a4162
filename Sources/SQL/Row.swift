/// One row of a result. Columns are addressed by their position in the statement, from 0.
///
/// Values are not converted: reading a column as another type throws ``SQLFault/damagedRow(_:)``.
public struct Row: Sendable, Hashable {
    public let values: [SQLValue]

    public init(_ values: [SQLValue]) {
        self.values = values
    }

    /// The value in a column. A column that the statement does not have traps.
    public subscript(_ column: Int) -> SQLValue { values[column] }

    /// The integer in a column.
    public func int(_ column: Int) throws(SQLFault) -> Int64 {
        guard case .integer(let value) = values[column] else { throw .wrongValue(in: column, expected: "an integer") }
        return value
    }

    /// The integer in a column, or nil for `NULL`.
    public func intOrNil(_ column: Int) throws(SQLFault) -> Int64? {
        values[column] == .null ? nil : try int(column)
    }

    /// The text in a column.
    public func text(_ column: Int) throws(SQLFault) -> String {
        guard case .text(let value) = values[column] else { throw .wrongValue(in: column, expected: "a text") }
        return value
    }

    /// The text in a column, or nil for `NULL`.
    public func textOrNil(_ column: Int) throws(SQLFault) -> String? {
        values[column] == .null ? nil : try text(column)
    }

    /// The bytes in a column.
    public func bytes(_ column: Int) throws(SQLFault) -> [UInt8] {
        guard case .bytes(let value) = values[column] else { throw .wrongValue(in: column, expected: "bytes") }
        return value
    }

    /// The bytes in a column, or nil for `NULL`.
    public func bytesOrNil(_ column: Int) throws(SQLFault) -> [UInt8]? {
        values[column] == .null ? nil : try bytes(column)
    }

    /// The boolean in a column, stored as 1 or 0. Any other integer throws.
    public func bool(_ column: Int) throws(SQLFault) -> Bool {
        switch try int(column) {
        case 0: false
        case 1: true
        default: throw .wrongValue(in: column, expected: "0 or 1")
        }
    }
}
