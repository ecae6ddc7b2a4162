import Contracts
import JSONRPC
package import Logging
package import Primitives
import SQL
import StrictJSON
import Synchronization

/// Decides whether the host's clock is believed: at the start before any time is written, and while the service runs.
///
/// While it is not believed, the service stores no time, sweeps nothing and, except after a jump on SQLite, is not
/// ready.
package final class ClockWatch: Sendable {
    /// The time between two measurements while the clock is believed; otherwise it is measured every second.
    static let interval = Duration.seconds(60)

    private struct State {
        /// What was found at the start; nil once the clock is believed.
        var start: ClockProblem?
        var isStartAccepted = false
        /// True while nothing is served because the start waits for a clock that is believed.
        var isWaiting = false
        /// The difference from the database server at the last measurement, and the one that was accepted.
        var difference: Duration?, accepted = Duration.zero
        /// The stored time at the last reading.
        var stored: Instant?
        var logged: ClockProblem?
        var actions: [@Sendable () -> Void] = []
    }

    let service: String
    let host: HostClock
    let database: any ServiceDatabase
    let times: ServiceTimes
    private let maxDowntime: Duration
    /// The time at which the program's own file was last written; a clock that shows an earlier one is wrong.
    private let programMade: Instant?
    private let wall: WallClock
    private let steady: SteadyClock
    let log: Logger
    private let state = Mutex(State())

    package init(
        _ service: String, _ wall: WallClock, _ steady: SteadyClock, host: HostClock, database: any ServiceDatabase,
        times: ServiceTimes, maxDowntime: Duration, programMade: Instant? = nil, log: Logger
    ) {
        self.programMade = programMade
        (self.service, self.wall, self.steady, self.host) = (service, wall, steady, host)
        (self.database, self.times, self.maxDowntime, self.log) = (database, times, maxDowntime, log)
    }

    /// Why the host's clock is not believed; nil if it is.
    package var problem: ClockProblem? {
        let jump = host.reading.jump
        return state.withLock { state in
            if let start = state.start { return start }
            if let difference = state.difference, !Self.areClose(difference, state.accepted) {
                return .awayFromServer(difference)
            }
            return jump == .zero ? nil : .jumped(jump)
        }
    }

    /// The reason for `/readyz`, one line; nil if the service may serve.
    package var readinessProblem: String? {
        if let problem, problem.refusesService { return line(problem) }
        return state.withLock { $0.isWaiting } ? "the start goes on now" : nil
    }

    /// Records whether the start waits for a believed clock; while it does, the service reports itself unready.
    func setWaiting(_ isWaiting: Bool) { state.withLock { $0.isWaiting = isWaiting } }

    func line(_ problem: ClockProblem) -> String { "\(problem): \(problem.remedy(service))" }

    /// Calls an action whenever a clock is believed that was not believed before.
    package func whenBelieved(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.actions.append(action) }
    }

    /// Compares the clocks before anything is written. It is repeated until it returns nil.
    package func checkAtStart() async throws -> ClockProblem? {
        let clocks = try await measure()
        let found = state.withLock { state in
            state.difference = clocks.difference
            state.start = clocks.problem(maxDowntime: maxDowntime, accepted: state.accepted)
            if state.isStartAccepted { state.start = nil }
            return state.start
        }
        host.believe()
        logChange()
        return found
    }

    /// Watches the clock until the task is cancelled.
    package func run() async {
        var next = steady.now
        while !Task.isCancelled {
            do {
                if try await isDue(next) {
                    next = steady.now + Self.interval
                    try await look()
                }
            } catch {
                log.warning("the clocks cannot be compared; it is tried again", metadata: ["error": "\(error)"])
            }
            logChange()
            try? await Task.pause(for: .seconds(1))
        }
    }

    /// Returns true if the clocks have to be compared now: while the clock is not believed, when it is time, and as soon
    /// as another instance has reset the stored time.
    private func isDue(_ next: SteadyInstant) async throws -> Bool {
        if problem != nil || steady.now >= next { return true }
        guard let last = state.withLock({ $0.stored }) else { return false }
        let stored = try await database.database.read { [times] in try times.stored.read(in: $0) }
        return stored.map { $0 < last } ?? false
    }

    /// Measures the difference from the database server, and stores the present time if the clock is believed.
    ///
    /// A jump with which the clock agrees with the server is taken over. If another instance has reset the stored time,
    /// the difference that was accepted here is accepted no longer.
    package func look() async throws {
        let clocks = try await measure(), jump = host.reading.jump
        let stored = try await database.database.read { [times] in try times.stored.read(in: $0) }
        let agrees = state.withLock { state in
            if let last = state.stored, let stored, stored < last { state.accepted = .zero }
            state.stored = stored
            guard let difference = clocks.difference else { return false }
            state.difference = difference
            return Self.areClose(difference, state.accepted)
        }
        if agrees, jump != .zero { believe() }
        guard problem == nil else { return }
        let now = host.reading.time
        let raised = try await database.database.write { [times] transaction in
            try times.stored.raise(to: now, after: stored ?? Instant(ms: 0), in: transaction)
        }
        state.withLock { $0.stored = raised }
    }

    /// Believes the host's clock as it is, for the administrator.
    ///
    /// - Throws: ``Refusal`` if the database has a later time, which this would not change.
    package func accept() async throws {
        let clocks = try await measure()
        if case .behindStore? = clocks.problem(maxDowntime: maxDowntime, accepted: clocks.difference ?? .zero) {
            throw Refusal(
                "a later time than the host's is in the database: set the host's clock right; if it is right, run "
                    + "'latchkey-\(service) time reset'")
        }
        state.withLock { state in
            (state.difference, state.accepted) = (clocks.difference, clocks.difference ?? .zero)
            (state.start, state.isStartAccepted) = (nil, true)
        }
        believe()
        log.notice("the administrator has accepted the host's clock", metadata: ["time": "\(clocks.host)"])
    }

    /// Sets the times of the database that lie in the future back to the present.
    ///
    /// - Parameter isForced: true to use the host's clock although it differs from the database server's, or shows a
    ///   time before that of the program's own file.
    /// - Returns: the numbers of rows changed, by table and column.
    package func reset(isForced: Bool) async throws -> [String: Int] {
        let clocks = try await measure(), now = clocks.host
        if !isForced {
            if let difference = clocks.difference, !Self.areClose(difference, .zero) {
                throw Refusal("\(ClockProblem.awayFromServer(difference)): set it right, or say --force")
            }
            if let programMade, now < programMade {
                throw Refusal(
                    "the host's clock is earlier than the time of the program's file: set it right, or say --force")
            }
        }
        // After a jump the service has judged by a time that is not stored.
        let latest = max(clocks.stored ?? now, host.reading.time, now)
        var changes = try await times.reset(database.database, now, latest)
        changes["lineage.saved_at"] = try await database.database.write {
            try StoredTimeline.resetTime(to: now, in: $0)
        }
        changes["the latest time"] = try await database.database.write { [times] in
            try times.stored.reset(to: now, in: $0)
        }
        state.withLock { state in
            (state.difference, state.accepted) = (clocks.difference, isForced ? clocks.difference ?? .zero : .zero)
            (state.start, state.isStartAccepted, state.stored) = (nil, true, now)
        }
        believe()
        changes = changes.filter { $0.value > 0 }
        log.notice("the administrator has reset the times", metadata: ["now": "\(now)", "changes": "\(changes)"])
        return changes
    }

    func measure() async throws -> ClockMeasurement {
        try await ClockMeasurement(of: wall, database, stored: times.stored)
    }

    private func believe() {
        host.believe()
        for action in state.withLock({ $0.actions }) { action() }
        logChange()
    }

    private func logChange() {
        let problem = problem
        let before = state.withLock { state in
            defer { state.logged = problem }
            return state.logged
        }
        if let problem, before == nil {
            log.error(
                "the host's clock is not believed: nothing expires early, nothing is swept, no time is stored",
                metadata: ["reason": "\(problem)", "todo": "\(problem.remedy(service))"])
        } else if problem == nil, before != nil {
            log.notice("the host's clock is believed again")
        }
    }

    private static func areClose(_ a: Duration, _ b: Duration) -> Bool {
        a - b <= HostClock.tolerance && b - a <= HostClock.tolerance
    }

    /// The sentence that says why a request of the administrator was not carried out.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String

        init(_ description: String) { self.description = description }

        /// The fault that carries it to the caller.
        var fault: Fault { Fault(.timeRefused, reason: description) }
    }
}
