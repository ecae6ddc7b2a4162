/// Recognises the statements that only an engine may run: those that begin or end a transaction, or configure a
/// connection or the server.
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
