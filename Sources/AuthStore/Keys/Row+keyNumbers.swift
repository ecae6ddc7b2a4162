import SQL

extension Row {
    /// The number of a row's key, from a nullable column: a row of an earlier version was made with the first key.
    func keyNumber(_ column: Int) throws -> Int { Int(try intOrNil(column) ?? 1) }

    /// A ciphertext and the number of its key; nil for `NULL`.
    func sealedOrNil(_ column: Int, key: Int) throws -> Sealed? {
        try bytesOrNil(column).map { Sealed($0, key: try keyNumber(key)) }
    }
}
