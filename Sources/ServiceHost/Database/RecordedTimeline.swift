import SQL

/// The last known position and timeline of a database, recorded twice: in a row of the database and in a file beside
/// the keys.
struct RecordedTimeline: Sendable {
    /// The position in the row, which every copy of the database contains; nil before the first start.
    let row: TimelinePosition?
    /// The position in the file, which no copy of the database contains; nil before the first start of this instance.
    let file: TimelinePosition?

    /// Returns true if acknowledged commits may be missing from a server that is at `now`.
    ///
    /// The row is always committed before the file is written. A row that is behind the file therefore comes from a
    /// restored copy, however far the server's log has grown since.
    func isLost(at now: TimelinePosition) -> Bool {
        if let row, !row.isContinued(by: now) { return true }
        guard let file else { return false }
        guard let row else { return true }
        return !file.isContinued(by: now) || !file.isContinued(by: row)
    }
}
