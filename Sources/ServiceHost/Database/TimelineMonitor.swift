#if Postgres
import Logging
import Postgres
package import Primitives
package import SQL

/// Begins a new generation when a PostgreSQL database may have lost acknowledged commits.
///
/// The timeline is checked at each start and at each new connection, before any request is served on it. Behind a
/// connection pooler, where an open connection may reach another server, each write transaction is checked as well.
/// Once one has met another timeline, ``TimelineGuard`` refuses new connections until a new generation has begun.
package struct TimelineMonitor: Sendable {
    /// The longest time between a refused connection and the check that begins a new generation.
    private static let reaction = Duration.milliseconds(250)

    let guarding: TimelineGuard
    let timelineCheck: TimelineCheck
    let steady: SteadyClock
    /// Opens the same database with one connection that the guard does not check.
    let open: @Sendable () async throws -> any Database
    /// Receives the outcome of each check before a connection to the checked timeline is accepted.
    let whenChecked: @Sendable (TimelineCheck.Outcome) -> Void

    package init(
        guarding: TimelineGuard, timelineCheck: TimelineCheck, steady: SteadyClock,
        open: @escaping @Sendable () async throws -> any Database,
        whenChecked: @escaping @Sendable (TimelineCheck.Outcome) -> Void
    ) {
        (self.guarding, self.timelineCheck, self.steady) = (guarding, timelineCheck, steady)
        (self.open, self.whenChecked) = (open, whenChecked)
    }

    /// Begins a new generation if commits may be missing, and records the server's position. It has to be called before
    /// anything is written or served.
    package func checkAtStart() async throws { try await check() }

    /// Compares the server's position with the recorded one, begins a new generation if commits may be missing, and
    /// records the server's position.
    ///
    /// - Returns: what was recorded.
    @discardableResult
    func check() async throws -> TimelineRecord {
        let database = try await open()
        let outcome = try await database.closing {
            try await timelineCheck.run(on: database, position: { try TimelinePosition.read(in: $0) })
        }
        whenChecked(outcome)
        guarding.serve(outcome.record.position)
        return outcome.record
    }

    /// Records the position every few seconds, and checks the timeline when it has changed, until the task is
    /// cancelled.
    package func run(on database: any Database) async {
        var last: (record: TimelineRecord, now: TimelinePosition?)?
        var next = steady.now + TimelineCheck.recordingInterval
        while !Task.isCancelled {
            try? await Task.pause(for: Self.reaction)
            guard guarding.state.hasDiverged || steady.now >= next else { continue }
            next = steady.now + TimelineCheck.recordingInterval
            do {
                last = try await step(database, last)
            } catch {
                timelineCheck.log.warning(
                    "the database's timeline cannot be checked or recorded; it is tried again within seconds",
                    metadata: ["error": "\(error)"])
            }
        }
    }

    /// Reads the server's position and records the position of the round before. Checks the timeline instead if it has
    /// changed.
    ///
    /// - Parameter last: what was recorded, and the position to record in this round. A position is recorded one round
    ///   after it was read, so that a connection which read its position a moment earlier is not refused.
    private func step(
        _ database: any Database, _ last: (record: TimelineRecord, now: TimelinePosition?)?
    ) async throws -> (record: TimelineRecord, now: TimelinePosition?) {
        let state = guarding.state
        let now = state.hasDiverged ? nil : try await database.read { try TimelinePosition.read(in: $0) }
        guard let now, let record = try last?.record ?? timelineCheck.file.read(),
            state.served?.isContinued(by: now) != false
        else { return (try await check(), nil) }
        guard let position = last?.now else { return (record, now) }
        try await StoredTimeline.advance(to: position, at: timelineCheck.clock.now, on: database)
        let moved = TimelineRecord(position: position, generation: record.generation, file: nil)
        try timelineCheck.file.write(moved)
        guarding.serve(position)
        return (moved, now)
    }
}
#endif
