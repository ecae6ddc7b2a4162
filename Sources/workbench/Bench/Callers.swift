import Foundation
import Synchronization
import TimeAndChance
import Vocabulary

/// Many callers that call one after the other until the time is up.
struct Callers: Sendable {
    /// How many call at once.
    let count: Int
    /// How long, in seconds.
    let seconds: Double
    let steady = SteadyClock.system

    /// Runs them; one line of JSON tells calls per second and how long a call took, in microseconds.
    ///
    /// A call that fails ends the run: a rate of refusals would measure nothing.
    func run(_ call: @escaping @Sendable (_ caller: Int) async throws -> Void) async throws -> String {
        let began = steady.now
        let end = began + Vocabulary.Duration.milliseconds(Int64(seconds * 1000))
        let times = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for caller in 0..<count {
                group.addTask { [steady] in
                    var times: [UInt64] = []
                    var last = steady.now
                    while last < end {
                        try await call(caller)
                        let now = steady.now
                        times.append(now.nanoseconds - last.nanoseconds)
                        last = now
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted()
        }
        let took = Double(steady.now.nanoseconds - began.nanoseconds) / 1e9
        func at(_ share: Double) -> UInt64 {
            times.isEmpty ? 0 : times[min(times.count - 1, Int(Double(times.count) * share))] / 1000
        }
        let rate = Int(Double(times.count) / took)
        return #"{"rate": \#(rate), "p50": \#(at(0.5)), "p99": \#(at(0.99)), "count": \#(times.count)}"#
    }
}
