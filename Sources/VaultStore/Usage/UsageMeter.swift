import Synchronization

/// Remembers what all accounts have stored together, between two measurements.
final class UsageMeter: Sendable {
    private struct State {
        /// The last measurement; nil before the first.
        var measured: StoreUsage?
        /// The number of bytes that pushes of this process have added since the beginning of the last measurement.
        var added: Int64 = 0
    }

    private let state = Mutex(State())

    /// The last measurement; nil before the first.
    var measured: StoreUsage? { state.withLock(\.measured) }

    /// The number of bytes of all current and former bodies, as far as this process knows; 0 before the first
    /// measurement.
    var bytes: Int64 {
        state.withLock { state in state.measured.map { $0.bytes + $0.historyBytes + state.added } ?? 0 }
    }

    /// Counts the bytes of a push, which may be negative.
    func add(_ bytes: Int64) {
        if bytes != 0 { state.withLock { $0.added += bytes } }
    }

    /// Measures. What this process adds meanwhile may be counted twice until the next measurement, but is never left
    /// out.
    func measure(_ read: () async throws -> StoreUsage) async throws {
        let before = state.withLock(\.added)
        let usage = try await read()
        state.withLock { state in
            state.measured = usage
            state.added -= before
        }
    }
}
