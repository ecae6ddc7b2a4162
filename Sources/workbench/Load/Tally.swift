import Primitives
import Synchronization

/// Counts the calls that begin within a time, and measures the duration of each.
final class Tally: Sendable {
    private struct State {
        var nanoseconds: [UInt64] = []
        /// The calls that ended after the time, the last one of each caller.
        var late = 0
    }

    private let state = Mutex(State())
    private let began: SteadyInstant
    private let until: SteadyInstant

    init(seconds: Int) {
        began = SteadyClock.system.now
        until = began + .seconds(seconds)
    }

    /// Repeats an action until the time has passed.
    func run(_ action: () async throws -> Void) async throws {
        var own: [UInt64] = []
        var last = SteadyClock.system.now
        while last < until {
            try await action()
            let now = SteadyClock.system.now
            own.append(now.nanoseconds - last.nanoseconds)
            last = now
        }
        state.withLock { state in
            state.nanoseconds += own
            if !own.isEmpty { state.late += 1 }
        }
    }

    /// As JSON: the calls per second that ended within the time, the number of all, and the 50th and 99th percentile of their
    /// durations in milliseconds.
    var summary: String {
        let (times, late) = state.withLock { ($0.nanoseconds.sorted(), $0.late) }
        guard !times.isEmpty else { return #"{"rate": 0, "count": 0}"# }
        let seconds = Double(until.nanoseconds - began.nanoseconds) / 1e9
        func percentile(_ share: Double) -> Double { Double(times[Int(Double(times.count - 1) * share)]) / 1e6 }
        return
            #"{"rate": \#(Double(times.count - late) / seconds), "count": \#(times.count), "p50": \#(percentile(0.5)), "p99": \#(percentile(0.99))}"#
    }
}
