import SQL

/// What a service remembers of its database's history: in the database itself, and beside its keys.
struct LineageMemory: Sendable {
    /// The row, carried along into every copy; nil before the first time.
    let row: DatabaseTimeline?
    /// The file; nil before the first time.
    let file: DatabaseTimeline?

    /// Whether acknowledged commits may be missing from what the server has now.
    ///
    /// A mark is always committed as the row before it becomes the file's, so a row that is behind the file was put back,
    /// however far the server's log has grown since.
    func isLost(by now: DatabaseTimeline) -> Bool {
        if let row, !row.isContinued(by: now) { return true }
        guard let file else { return false }
        guard let row else { return true }
        return !file.isContinued(by: now) || !file.isContinued(by: row)
    }
}
