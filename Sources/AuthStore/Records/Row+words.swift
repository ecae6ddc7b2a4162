import Primitives
import SQL

/// Reading and writing our own types in rows.
extension Row {
    /// The identifier at a column.
    func id<ID: Identifier>(_ column: Int) throws -> ID {
        guard let id = ID(bytes: try bytes(column)) else { throw SQLFault.wrongValue(in: column, expected: "16 bytes") }
        return id
    }

    /// The identifier at a column, or nil for `NULL`.
    func idOrNil<ID: Identifier>(_ column: Int) throws -> ID? {
        self[column] == .null ? nil : try id(column)
    }

    /// The word at a column, one of ours.
    func word<Word: RawRepresentable<String>>(_ column: Int) throws -> Word {
        guard let word = Word(rawValue: try text(column)) else {
            throw SQLFault.wrongValue(in: column, expected: "one of \(Word.self)")
        }
        return word
    }

    /// The word at a column, or nil for `NULL`.
    func wordOrNil<Word: RawRepresentable<String>>(_ column: Int) throws -> Word? {
        self[column] == .null ? nil : try word(column)
    }
}

extension SQLValue {
    /// An identifier's 16 bytes.
    static func id(_ id: some Identifier) -> SQLValue { .bytes(id.bytes) }

    /// A moment in milliseconds.
    static func at(_ instant: Instant) -> SQLValue { .integer(instant.ms) }

    /// A word of ours.
    static func word(_ word: some RawRepresentable<String>) -> SQLValue { .text(word.rawValue) }
}
