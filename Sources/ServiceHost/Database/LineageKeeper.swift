#if Postgres
import Logging
import Postgres
import Primitives
import SQL

/// Begins new epochs before anybody is served from a database that may have lost what was acknowledged.
///
/// It looks at each start, at each new connection (which ``LineageGate`` refuses until then), and every few seconds, for
/// behind a pooler a connection is not always to the same server.
struct LineageKeeper: Sendable {
    /// How often the mark is moved on.
    static let pause = Duration.seconds(5)
    /// How soon after a refused connection new epochs begin.
    static let glance = Duration.milliseconds(250)

    let gate: LineageGate
    let file: LineageFile
    let log: Logger
    let clock: SteadyClock
    /// Opens the same database with one connection that the gate does not watch.
    let open: @Sendable () async throws -> PostgresDatabase
    /// Begins the new epochs.
    let renew: @Sendable (any Database) async throws -> Void

    /// Compares what the server says with what is remembered in the database and beside the keys; returns when the
    /// service may serve.
    func settle() async throws {
        let database = try await open()
        do {
            // What is remembered is read before the server is asked, so that another instance that notes a later place in
            // between does not make the answer look old.
            let memory = LineageMemory(row: try await StoredTimeline.read(on: database), file: try file.noted())
            let now = try await database.timeline()
            if memory.isLost(by: now) {
                log.warning("the database is on another history of its data: new epochs begin")
                try await renew(database)
            }
            try await StoredTimeline.save(now, on: database)
            try file.note(now)
            gate.serve(now)
            await database.close()
        } catch {
            await database.close()
            throw error
        }
    }

    /// Moves the mark on, and settles whatever changed, until the task is cancelled.
    func follow(_ database: PostgresDatabase) async {
        var previous: DatabaseTimeline?
        var next = clock.now + Self.pause
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.glance)
            guard gate.seen.isStrange || clock.now >= next else { continue }
            next = clock.now + Self.pause
            do {
                previous = try await step(database, after: previous)
            } catch {
                log.warning("the database's history could not be looked at", metadata: ["error": "\(error)"])
            }
        }
    }

    /// One look.
    ///
    /// - Returns: what was seen; it becomes the mark one round later, so that a connection which asked a moment earlier
    ///   is not taken for an older copy.
    private func step(_ database: PostgresDatabase, after previous: DatabaseTimeline?) async throws -> DatabaseTimeline?
    {
        let (served, isStrange) = gate.seen
        let now = isStrange ? nil : try await database.timeline()
        guard let now, served?.isContinued(by: now) != false else {
            try await settle()
            return nil
        }
        if let previous {
            try await StoredTimeline.save(previous, on: database)
            try file.note(previous)
            gate.serve(previous)
        }
        return now
    }
}
#endif
