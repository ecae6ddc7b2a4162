import Primitives
import Synchronization

/// Counts the calls that begin within a time, and measures the duration of each.
final class Tally: Sendable {
    private let nanoseconds = Mutex<[UInt64]>([])
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
        nanoseconds.withLock { $0 += own }
    }

    /// Calls per second, and the 50th and 99th percentile of their durations in milliseconds, as JSON.
    var summary: String {
        let times = nanoseconds.withLock { $0.sorted() }
        guard !times.isEmpty else { return #"{"rate": 0}"# }
        let seconds = Double(until.nanoseconds - began.nanoseconds) / 1e9
        func percentile(_ share: Double) -> Double { Double(times[Int(Double(times.count - 1) * share)]) / 1e6 }
        return #"{"rate": \#(Double(times.count) / seconds), "p50": \#(percentile(0.5)), "p99": \#(percentile(0.99))}"#
    }
}
