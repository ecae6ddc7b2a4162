import Logging
import Primitives
import SQL
import StoreSupport
import Support

@testable import ServiceHost

/// A database with the tables of the lineage, and the folder of its file.
struct LineageFixture {
    static let migrations = [StoredTimeline.migration(id: 1), Generations.migration(id: 2), marks]

    private static let marks = Migration(
        id: 3, name: "what generations change", statements: ["CREATE TABLE mark (id BIGINT PRIMARY KEY)"])

    struct Failure: Error {}

    let folder = scratchFolder()
    let clock = StoppedClock()

    /// A check with a file of its own.
    func check(
        _ name: String = "auth",
        beginGeneration: @escaping @Sendable (any Transaction, Instant) throws -> Void = { _, _ in }
    ) -> LineageCheck {
        LineageCheck(
            file: LineageFile(path: "\(folder)/\(name).lineage"), clock: clock.wall, random: .system,
            log: Logger(label: "test"), beginGeneration: beginGeneration)
    }

    static func generation(of database: any Database) async throws -> Int64 {
        try await database.read { try Generations.number(in: $0) }
    }
}
