extension Dialect {
    /// Types that do not mean the same in both engines, and what to write instead.
    private static let refused: Set<String> = [
        "INT", "INTEGER", "INT4", "INT8", "SMALLINT", "SERIAL", "BIGSERIAL", "BOOLEAN", "VARCHAR", "BLOB", "TIMESTAMP",
        "TIMESTAMPTZ", "UUID", "REAL", "NUMERIC", "JSON", "JSONB",
    ]

    /// The text of a schema statement, from PostgreSQL's words.
    ///
    /// On SQLite `BIGINT` becomes `INTEGER`, `BYTEA` becomes `BLOB`, and a table is made `STRICT`. A table that ends
    /// with `{clustered}` is kept in the order of its primary key there (`WITHOUT ROWID`): good for small rows found by
    /// a prefix of the key.
    /// - Throws: ``SQLFault/schema(_:)`` for a column type that only one engine has; write BIGINT, TEXT or BYTEA.
    public func define(_ text: String) throws(SQLFault) -> String {
        var made = "", words: [String] = []
        var rest = text[...]
        while let first = rest.first {
            switch first {
            case "'", "\"":
                let end = rest.dropFirst().firstIndex(of: first).map { rest.index(after: $0) } ?? rest.endIndex
                made += rest[..<end]
                rest = rest[end...]
            case _ where first.isLetter || first == "_" || first == "{":
                let word = rest.prefix { $0.isLetter || $0.isNumber || "_{}".contains($0) }
                words.append(word.uppercased())
                if Self.refused.contains(word.uppercased()) {
                    throw .schema("A migration writes \(word); only BIGINT, TEXT and BYTEA mean the same everywhere.")
                }
                made += translate(word)
                rest = rest.dropFirst(word.count)
            case _:
                made.append(first)
                rest = rest.dropFirst()
            }
        }
        guard self == .sqlite, words.starts(with: ["CREATE", "TABLE"]) else { return made }
        return made + (words.last == "{CLUSTERED}" ? ", STRICT" : " STRICT")
    }

    private func translate(_ word: Substring) -> String {
        switch (self, word.uppercased()) {
        case (.sqlite, "BIGINT"): "INTEGER"
        case (.sqlite, "BYTEA"): "BLOB"
        case (.sqlite, "{CLUSTERED}"): "WITHOUT ROWID"
        case (.postgres, "{CLUSTERED}"): ""
        case _: String(word)
        }
    }
}
