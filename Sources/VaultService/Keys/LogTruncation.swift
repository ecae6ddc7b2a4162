import Logging
import Primitives
import Synchronization

/// Erases destroyed keys and replaced bodies from SQLite's write-ahead log.
///
/// While another process reads the database, for example a backup, the log cannot be truncated, and each attempt keeps the
/// writers waiting for SQLite's busy time. So after a failure the next attempt waits for a minute, and twice as long after
/// each further one, up to an hour. The work on keys goes on meanwhile.
final class LogTruncation: Sendable {
    private static let firstPause = Duration.minutes(1)
    private static let longestPause = Duration.hours(1)

    private struct State {
        /// True while the log may have such pages. It is true at first, because a former process may have ended before the
        /// truncation.
        var isDue = true
        var pause = LogTruncation.firstPause
        var notBefore: SteadyInstant?
    }

    private let steady: SteadyClock
    private let log: Logger
    private let truncate: @Sendable () async throws -> Void
    private let state = Mutex(State())

    init(steady: SteadyClock, log: Logger, truncate: @escaping @Sendable () async throws -> Void) {
        (self.steady, self.log, self.truncate) = (steady, log, truncate)
    }

    /// Records that the log may have pages to erase. The caller does so before the change that adds them.
    func becomesDue() { state.withLock { $0.isDue = true } }

    /// Truncates the log if that is due and no pause lasts. A failure is logged.
    func runIfDue() async {
        let now = steady.now
        let runs = state.withLock { state in
            guard state.isDue, state.notBefore.map({ $0 <= now }) ?? true else { return false }
            state.isDue = false
            return true
        }
        guard runs else { return }
        do {
            try await truncate()
            state.withLock { ($0.pause, $0.notBefore) = (Self.firstPause, nil) }
        } catch {
            let pause = state.withLock { state in
                defer { state.pause = min(state.pause * 2, Self.longestPause) }
                (state.isDue, state.notBefore) = (true, now + state.pause)
                return state.pause
            }
            log.warning(
                "destroyed keys are still in the write-ahead log, which is not truncated while another process reads the database",
                metadata: ["error": "\(error)", "nextAttemptSeconds": "\(pause.components.seconds)"])
        }
    }
}
