#if Postgres
import Logging
import Postgres
import Primitives
import SQL

/// Begins new epochs when the database may have lost acknowledged commits.
///
/// The timeline is checked at each start and at each new connection, before any request is served on it. Once a
/// connection has reached another timeline, ``TimelineGuard`` refuses new connections until new epochs have begun. The
/// timeline is also checked every few seconds, because behind a connection pooler an open connection may reach another
/// server.
struct TimelineMonitor: Sendable {
    /// The time between two recordings of the position.
    private static let interval = Duration.seconds(5)
    /// The longest time between a refused connection and the check that begins new epochs.
    private static let reaction = Duration.milliseconds(250)

    let guarding: TimelineGuard
    let file: TimelineFile
    let log: Logger
    let clock: SteadyClock
    /// Opens the same database with one connection that the guard does not check.
    let open: @Sendable () async throws -> PostgresDatabase
    let beginEpochs: @Sendable (any Database) async throws -> Void

    /// Compares the server's position with the recorded one, begins new epochs if commits may be missing, and records
    /// the server's position.
    func check() async throws {
        let database = try await open()
        do {
            // The record is read before the server's position. In the other order, another instance could record a
            // later position in between, and that would look like a loss.
            let recorded = RecordedTimeline(row: try await StoredTimeline.read(on: database), file: try file.read())
            let now = try await database.timeline()
            if recorded.isLost(at: now) {
                log.warning("the database is on another timeline: new epochs begin")
                try await beginEpochs(database)
            }
            try await record(now, on: database)
            await database.close()
        } catch {
            await database.close()
            throw error
        }
    }

    /// Records the position every few seconds, and checks the timeline when it has changed, until the task is cancelled.
    func run(on database: PostgresDatabase) async {
        var previous: TimelinePosition?
        var next = clock.now + Self.interval
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.reaction)
            guard guarding.state.hasDiverged || clock.now >= next else { continue }
            next = clock.now + Self.interval
            do {
                previous = try await step(database, recording: previous)
            } catch {
                log.warning(
                    "the database's timeline cannot be checked or recorded; it is tried again within seconds",
                    metadata: ["error": "\(error)"])
            }
        }
    }

    /// Reads the server's position and records the position of the round before. Checks the timeline instead if it has
    /// changed.
    ///
    /// - Returns: the position to record in the next round, or nil after a check. It is recorded one round later, so
    ///   that a connection which read its position a moment earlier is not refused.
    private func step(
        _ database: PostgresDatabase, recording previous: TimelinePosition?
    ) async throws -> TimelinePosition? {
        let state = guarding.state
        let now = state.hasDiverged ? nil : try await database.timeline()
        guard let now, state.served?.isContinued(by: now) != false else {
            try await check()
            return nil
        }
        if let previous { try await record(previous, on: database) }
        return now
    }

    private func record(_ now: TimelinePosition, on database: PostgresDatabase) async throws {
        try await StoredTimeline.save(now, on: database)
        try file.write(now)
        guarding.serve(now)
    }
}
#endif
