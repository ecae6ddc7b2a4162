import Primitives
import Synchronization

/// Lets one of many equal log lines through per interval, so that a client cannot fill the log by repeating a mistake.
final class RepeatedLogLine: Sendable {
    private struct State {
        var last: SteadyInstant?
        var omitted = 0
    }

    private let interval: Duration
    private let state = Mutex(State())

    init(every interval: Duration) { self.interval = interval }

    /// Returns nil if the line at this moment has to be left out; otherwise the number of lines that were left out since
    /// the last one.
    func omittedBefore(_ now: SteadyInstant) -> Int? {
        state.withLock { state in
            if let last = state.last, now < last + interval {
                state.omitted += 1
                return nil
            }
            defer { state = State(last: now) }
            return state.omitted
        }
    }
}
