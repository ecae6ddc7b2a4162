import Metrics
import SQL
import SQLite

/// A database file that this process alone has open. Its timeline is not checked: no standby can take over, and after
/// an older copy of the file has been restored, a device whose cursor is ahead of the copy resyncs.
struct SQLiteServiceDatabase: ServiceDatabase {
    private let engine: SQLiteDatabase

    init(path: String, readers: Int) throws {
        let batches = Recorder(label: "sqlite_commit_batch_size", aggregate: true)
        engine = try SQLiteDatabase.open(path: path, readers: readers, onCommit: { batches.record($0) })
    }

    var database: any Database { engine }

    var gauges: [(name: String, read: @Sendable () -> Int)] { [] }

    func problem() async -> String? { engine.permanentFault.map { "\($0)" } }

    func truncateLog() async throws { try await engine.truncateLog() }

    func migrate(_ migrations: [Migration]) async throws -> [Migration] {
        try await Migrations.run(migrations, on: engine)
    }

    func checkTimeline() async throws {}

    func monitorTimeline() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }
}
