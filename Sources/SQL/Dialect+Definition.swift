extension Dialect {
    /// Types that do not mean the same in both engines.
    private static let refusedTypes: Set<String> = [
        "INT", "INTEGER", "INT4", "INT8", "SMALLINT", "SERIAL", "BIGSERIAL", "BOOLEAN", "VARCHAR", "BLOB", "TIMESTAMP",
        "TIMESTAMPTZ", "UUID", "REAL", "NUMERIC", "JSON", "JSONB",
    ]

    /// Translates a schema statement, which is written for PostgreSQL, for this engine. Released migrations are never
    /// changed, so their translation must not change either.
    ///
    /// On SQLite `BIGINT` becomes `INTEGER`, `BYTEA` becomes `BLOB`, and a table is made `STRICT`. The suffix
    /// `{clustered}` becomes `WITHOUT ROWID`, which stores the rows in the order of their primary key; this is good for
    /// small rows that are found by a prefix of the key. On PostgreSQL the suffix is removed.
    /// - Throws: ``SQLFault/schema(_:)`` for a type that differs between the engines, such as `INTEGER` or `BOOLEAN`.
    public func define(_ text: String) throws(SQLFault) -> String {
        var translated = "", words: [String] = []
        var rest = text[...]
        while let first = rest.first {
            switch first {
            case "'", "\"":
                let end = rest.dropFirst().firstIndex(of: first).map { rest.index(after: $0) } ?? rest.endIndex
                translated += rest[..<end]
                rest = rest[end...]
            case _ where first.isLetter || first == "_" || first == "{":
                let word = rest.prefix { $0.isLetter || $0.isNumber || "_{}".contains($0) }
                words.append(word.uppercased())
                if Self.refusedTypes.contains(word.uppercased()) {
                    throw .schema(
                        "A migration writes \(word); only BIGINT, TEXT and BYTEA mean the same in both engines.")
                }
                translated += translate(word)
                rest = rest.dropFirst(word.count)
            case _:
                translated.append(first)
                rest = rest.dropFirst()
            }
        }
        guard self == .sqlite, words.starts(with: ["CREATE", "TABLE"]) else { return translated }
        return translated + (words.last == "{CLUSTERED}" ? ", STRICT" : " STRICT")
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
