import Logging
import Metrics
import Primitives
package import SQL
package import SQLite
import Synchronization

/// A database file that this process alone has open.
///
/// Its position is a counter in the row of ``StoredTimeline``. It moves at every start, every few seconds while
/// something is written, and at a clean stop.
package final class SQLiteServiceDatabase: ServiceDatabase {
    private let engine: SQLiteDatabase
    private let identity: @Sendable () -> FileIdentity?
    private let birth: @Sendable () -> InodeBirthTime?
    private let check: TimelineCheck
    private let whenChecked: @Sendable (TimelineCheck.Outcome) -> Void
    /// The number of commits since the file was opened.
    private let commits: CommitCounter
    /// What was last recorded, and the number of commits at that time; nil before the first check.
    private let recorded = Mutex<(record: TimelineRecord, commits: Int)?>(nil)

    convenience init(
        path: String, readers: Int, check: TimelineCheck,
        whenChecked: @escaping @Sendable (TimelineCheck.Outcome) -> Void
    ) throws {
        let batches = Recorder(label: "sqlite_commit_batch_size", aggregate: true)
        try self.init(
            open: { countCommit in
                try SQLiteDatabase.open(
                    path: path, readers: readers,
                    onCommit: {
                        countCommit()
                        batches.record($0)
                    })
            }, identity: { FileIdentity(path: $0) }, birth: { SQLiteDatabase.birth(ofFile: $0) }, check: check,
            whenChecked: whenChecked)
    }

    /// - Parameters:
    ///   - open: opens the file; the engine has to call the closure that it receives after each commit.
    ///   - identity: identifies the file at the engine's path.
    ///   - birth: reads when the file at the engine's path was created.
    package init(
        open: (@escaping @Sendable () -> Void) throws -> SQLiteDatabase,
        identity: @escaping @Sendable (_ path: String) -> FileIdentity?,
        birth: @escaping @Sendable (_ path: String) -> InodeBirthTime? = { _ in nil }, check: TimelineCheck,
        whenChecked: @escaping @Sendable (TimelineCheck.Outcome) -> Void
    ) throws {
        let commits = CommitCounter()
        let engine = try open { commits.add() }
        self.engine = engine
        self.identity = { identity(engine.path) }
        self.birth = { birth(engine.path) }
        self.commits = commits
        self.check = check
        self.whenChecked = whenChecked
    }

    package var database: any Database { engine }

    package var gauges: [(name: String, read: @Sendable () -> Int)] { [] }

    package func problem() async -> String? { engine.permanentFault.map { "\($0)" } }

    package func showProgress() async throws {
        if let fault = engine.permanentFault { throw fault }
        _ = try? await engine.write { try $0.run(Statement("SELECT 1")) }
    }

    package func truncateLog() async throws { try await engine.truncateLog() }

    /// The copy blocks a thread of its own until it is complete.
    package func backup(
        to target: String, progress: @escaping @Sendable (_ copied: Int, _ total: Int) throws -> Void
    ) async throws -> Int {
        try await withCheckedThrowingContinuation { caller in
            do throws(SystemCallFailure) {
                try DedicatedThread.start { [engine, clock = check.clock] in
                    do {
                        let bytes = try engine.backup(
                            to: target, mark: { try StoredTimeline.markForNewGeneration(at: clock.now, in: $0) },
                            progress: { try progress($0.copied, $0.total) })
                        caller.resume(returning: bytes)
                    } catch let fault as SQLFault {
                        caller.resume(throwing: BackupRefusal(fault, copyingTo: target))
                    } catch {
                        caller.resume(throwing: error)
                    }
                }
            } catch {
                caller.resume(throwing: BackupRefusal("the copying thread could not be started: \(error)"))
            }
        }
    }

    package func migrate(_ migrations: [Migration]) async throws -> [Migration] {
        try await Migrations.run(migrations, on: engine)
    }

    package func checkTimeline() async throws {
        let outcome = try await check.run(on: engine, identity: identity(), birth: birth())
        recorded.withLock { $0 = (outcome.record, commits.count) }
        whenChecked(outcome)
    }

    package func monitorTimeline() async {
        while !Task.isCancelled {
            do { try await Task.pause(for: TimelineCheck.recordingInterval) } catch { return }
            do {
                try await recordIfWritten()
            } catch {
                check.log.warning(
                    "the database's position cannot be recorded; it is tried again within seconds",
                    metadata: ["error": "\(error)"])
            }
        }
    }

    /// Moves the counter if something was written since it last moved.
    package func recordIfWritten() async throws {
        guard let last = recorded.withLock({ $0 }), commits.count > last.commits else { return }
        try await advance(from: last.record, to: last.record.file)
    }

    /// Moves the counter a last time and closes the file. The record then names no file; after a clean stop the
    /// position, and the time at which the file was created, show whether a file is an older copy.
    package func close() async {
        if let last = recorded.withLock({ $0 }) {
            do {
                try await advance(from: last.record, to: nil)
            } catch {
                check.log.warning(
                    "the database's position could not be recorded at the stop", metadata: ["error": "\(error)"])
            }
        }
        await engine.close()
    }

    private func advance(from last: TimelineRecord, to file: FileIdentity?) async throws {
        let position = TimelinePosition(
            system: last.position.system, timeline: last.position.timeline, position: last.position.position + 1)
        let count = commits.count
        try await StoredTimeline.advance(to: position, at: check.clock.now, on: engine)
        let record = TimelineRecord(position: position, generation: last.generation, file: file)
        // If this fails, the same position is recorded at the next attempt, also if nothing more is written.
        try check.file.write(record)
        // The commit of the row is counted too, so that it is not itself a reason to move the counter again.
        recorded.withLock { $0 = (record, count + 1) }
    }
}

/// Counts the commits of a database.
private final class CommitCounter: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .relaxed) }

    func add() { number.add(1, ordering: .relaxed) }
}
