import Logging
import Primitives
import SQL
import StoreSupport
import Support

@testable import ServiceHost

/// A database with the tables of the timeline, and the folder of its file.
struct TimelineFixture {
    static let migrations = [
        StoredTimeline.migration(id: 1), Generations.migration(id: 2), StoredTimeline.fileMigration(id: 3), marks,
    ]

    private static let marks = Migration(
        id: 4, name: "what generations change", statements: ["CREATE TABLE mark (id BIGINT PRIMARY KEY)"])

    struct Failure: Error {}

    let folder = scratchFolder()
    let clock = StoppedClock()

    /// The database file of a service.
    var path: String { folder + "/auth.sqlite" }
    /// The file into which a test copies the database.
    var copy: String { folder + "/copy.sqlite" }

    /// A check with a file of its own.
    func check(
        _ name: String = "auth",
        beginGeneration: @escaping GenerationChange = { _, _, _ in }
    ) -> TimelineCheck {
        TimelineCheck(
            file: TimelineFile(path: "\(folder)/\(name).lineage"), clock: clock.wall, random: .system,
            log: Logger(label: "test"), beginGeneration: beginGeneration)
    }

    /// Opens the database file as a start of the service does.
    func start() async throws -> SQLiteServiceDatabase {
        let service = try SQLiteServiceDatabase(path: path, readers: 1, check: check(), whenChecked: { _ in })
        _ = try await service.migrate(Self.migrations)
        try await service.checkTimeline()
        return service
    }

    /// Writes a row, which shows later whether this write is in a database.
    static func write(_ id: Int, to database: any Database) async throws {
        _ = try await database.write { try $0.run(Statement("INSERT INTO mark (id) VALUES ($1)", .int(id))) }
    }

    /// The rows of ``write(_:to:)`` in a database, in ascending order.
    static func marks(in database: any Database) async throws -> [Int] {
        try await database.select(Statement("SELECT id FROM mark ORDER BY id")).map { Int(try $0.int(0)) }
    }

    static func generation(of database: any Database) async throws -> Int64 {
        try await database.read { try Generations.number(in: $0) }
    }
}
