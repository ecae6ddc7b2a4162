import Primitives
import SQL

extension Row {
    /// The identifier at a column, kept as 16 bytes.
    func id<T: Identifier>(_ column: Int) throws(VaultStoreFault) -> T {
        guard case .bytes(let bytes) = self[column], let id = T(bytes: bytes) else {
            throw .damagedRow("a \(T.self) is not 16 bytes")
        }
        return id
    }

    /// The identifier at a column, or nil for `NULL`.
    func idOrNil<T: Identifier>(_ column: Int) throws(VaultStoreFault) -> T? {
        self[column] == .null ? nil : try id(column)
    }

    /// The named value at a column, such as a state.
    func value<T: RawRepresentable<String>>(_ column: Int) throws(VaultStoreFault) -> T {
        guard case .text(let text) = self[column], let value = T(rawValue: text) else {
            throw .damagedRow("a \(T.self) has an unknown value")
        }
        return value
    }
}
