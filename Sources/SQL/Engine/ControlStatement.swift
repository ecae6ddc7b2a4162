/// Recognises the statements that only an engine may run, because they begin or end a transaction, change the
/// connection or the server, or are not answered by rows alone (`COPY`).
package enum ControlStatement {
    /// Returns true if the first word of a statement is one of ``verbs``.
    package static func matches(_ text: String) -> Bool {
        verbs.contains(text.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased())
    }

    private static let verbs: Set<String> = [
        "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "PREPARE", "DEALLOCATE",
        "DISCARD", "SET", "RESET", "LISTEN", "UNLISTEN", "NOTIFY", "COPY", "VACUUM", "PRAGMA", "ATTACH", "DETACH",
    ]
}
