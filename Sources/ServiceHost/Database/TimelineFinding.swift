public import Primitives
public import SQL

/// The decision whether acknowledged commits may be missing from a database, and why. It is made from the two places
/// where the service has recorded the database: the database's own row and the file in the key folder.
///
/// The row is always committed before the file is replaced. A row that is behind the file therefore comes from a
/// restored copy, however far the database has grown since.
public enum TimelineFinding: Sendable, Hashable {
    /// Neither row nor file exists: the service opens this database for the first time.
    case firstStart
    /// The database is the one that was last served.
    case continued
    /// Commits may be missing, so a new generation has to begin.
    case lost(Reason)

    /// The reason, as the end of the sentence "commits may be missing: …".
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        case marked = "the database was restored, or is a copy made by backup"
        case rowMissing = "the database lacks the record that its key folder has"
        case fileMissing = "the key folder lacks the record that the database has"
        case otherTimeline = "the database server is on another timeline"
        case generationUnknown = "the database does not know the generation that was last served"
        case behindFile = "the database is older than the one last served"
        case otherInode = "the database file was replaced after the service had been killed"
        case otherBirthTime =
            "the database file is a copy of the one that was last served; if it was only moved to another disk, nothing is missing"

        /// False for a fail-over, after which only the last commits may be missing. For every other reason the database
        /// may be a copy of any age, which an administrator has put in its place.
        public var meansOlderCopy: Bool {
            switch self {
            case .otherTimeline: false
            case .marked, .rowMissing, .fileMissing, .generationUnknown, .behindFile, .otherInode, .otherBirthTime: true
            }
        }
    }

    /// The facts the decision is made from.
    struct Evidence: Hashable {
        /// The position of the row in the database; nil if there is none.
        var row: TimelinePosition?
        /// True if the row says that the database was restored, or is a copy made by `backup`.
        var isMarkedAsRestored = false
        /// The position in the file; nil if there is no file.
        var file: TimelinePosition?
        /// The relation of the generation in the file to those that the database has begun.
        var generation = FileGeneration.current
        /// The position of the database server; nil on SQLite, which has none.
        var server: TimelinePosition?
        /// True if the file names another SQLite file than the one that is open.
        var hasOtherInode = false
        /// True if the database was last served from another SQLite file, as its row says.
        var hasOtherBirthTime = false
    }

    /// The relation of the generation in the file to the generations that the database has begun.
    enum FileGeneration: Hashable, CaseIterable {
        /// It is the generation in force in the database.
        case current
        /// The database has begun a later generation: another instance began it, or this one did and crashed before it
        /// wrote the file.
        case former
        /// The database has never begun it.
        case unknown
    }

    /// Decides from the facts. The order of the rules matters only for the reason that is reported.
    init(_ facts: Evidence) {
        self =
            switch (facts.row, facts.file) {
            case _ where facts.isMarkedAsRestored: .lost(.marked)
            case (nil, nil): .firstStart
            case (nil, _?): .lost(.rowMissing)
            case (let row?, _) where facts.server.map { !row.isContinued(by: $0) } ?? false: .lost(.otherTimeline)
            // A further instance on PostgreSQL has no file at its first start. A SQLite file has one service, so its
            // key folder was exchanged or emptied.
            case (_?, nil): facts.server == nil ? .lost(.fileMissing) : .continued
            case (let row?, let file?): Self.compare(row, file, facts)
            }
    }

    private static func compare(
        _ row: TimelinePosition, _ file: TimelinePosition, _ facts: Evidence
    ) -> TimelineFinding {
        if facts.generation == .unknown { return .lost(.generationUnknown) }
        // After a fail-over another instance has begun a generation and saved the row. This instance's file is on the
        // former timeline, which is no reason to begin another one.
        let isComparable = facts.server == nil || facts.generation == .current
        // The server continues the row, so it continues a file that the row continues.
        if isComparable, !file.isContinued(by: row) { return .lost(.behindFile) }
        if facts.hasOtherInode, facts.generation == .current { return .lost(.otherInode) }
        if facts.hasOtherBirthTime { return .lost(.otherBirthTime) }
        return .continued
    }
}

/// Changes a database in the transaction that begins a generation. It receives the time and the reason for which
/// commits may be missing.
public typealias GenerationChange = @Sendable (any Transaction, Instant, TimelineFinding.Reason) throws -> Void
