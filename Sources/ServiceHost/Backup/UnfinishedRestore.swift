/// The sentence for the administrator that says what is left to do after a restore which failed when the copy was in
/// the place of the database already.
struct UnfinishedRestore: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error of the step that failed.
    let cause: String
    /// The name under which the former database is kept; nil if there was none.
    let kept: String?

    var description: String {
        """
        the copy is in the place of the database, but the restore is not complete (\(cause))\
        \(kept.map { "; the database that was there is kept as \($0)" } ?? ""): remove the cause and run the same command again before the service is started
        """
    }
}
