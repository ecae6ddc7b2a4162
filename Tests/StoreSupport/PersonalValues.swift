/// The values by which rows can refer to one person: identifiers, keys, numbers and their keyed hashes.
public struct PersonalValues: Sendable {
    private var values: Set<[UInt8]> = []

    public init() {}

    public mutating func insert(_ bytes: [UInt8]) { values.insert(bytes) }

    public mutating func insert(_ text: String) { values.insert(Array(text.utf8)) }

    /// The columns of a row that contain one of the values.
    public func columns(in row: StoredRow) -> Set<String> {
        Set(zip(row.columns, row.values).filter { _, value in values.contains { value.contains($0) } }.map(\.0))
    }

    /// The rows that refer to the person.
    public func rows(of all: [StoredRow]) -> [StoredRow] { all.filter { !columns(in: $0).isEmpty } }
}

/// Rows that may refer to a person after the person was deleted.
public struct Remainder: Sendable {
    public let table: String
    /// The columns in which they may do so.
    public let columns: Set<String>
    public let reason: String

    public init(_ table: String, _ columns: Set<String>, _ reason: String) {
        (self.table, self.columns, self.reason) = (table, columns, reason)
    }
}

extension [StoredRow] {
    /// The rows that refer to a person in another column than the remainders allow.
    public func unexpected(of person: PersonalValues, besides remainders: [Remainder]) -> [StoredRow] {
        filter { row in
            let allowed = remainders.first { $0.table == row.table }?.columns ?? []
            return !person.columns(in: row).isSubset(of: allowed)
        }
    }
}
