import Primitives

/// The former databases that restores have kept beside a SQLite database. They hold what people have deleted since,
/// with the data keys of deleted accounts, so the administrator has to remove them some time after a restore.
struct KeptDatabases {
    /// The path of the database without symbolic links.
    let database: String

    private var mark: String { "\(database).before-restore-" }

    /// The path under which the present database is kept.
    func path(at now: Instant) -> String { "\(mark)\(now.ms)" }

    /// The paths of all kept databases, the oldest first.
    var paths: [String] { found.map(\.path) }

    /// The times at which they were replaced, the oldest first.
    var times: [Instant] { found.map { Instant(ms: $0.ms) } }

    private var found: [(ms: Int64, path: String)] {
        let folder =
            database.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/"
        var found: [(ms: Int64, path: String)] = []
        for path in FolderListing.names(in: folder).map({ folder + $0 }) where path.hasPrefix(mark) {
            if let ms = Int64(path.dropFirst(mark.count)) { found.append((ms, path)) }
        }
        return found.sorted { $0.ms < $1.ms }
    }

    /// What the administrator has to do with the kept databases; nil if there is none.
    static func advice(_ paths: [String]) -> String? {
        guard !paths.isEmpty else { return nil }
        return """
            once every device has synced, remove what restores have kept, because it holds what was deleted since: \
            rm \(paths.map { "\($0)*" }.joined(separator: " "))
            """
    }
}
