import Contracts
import JSONRPC

extension ClockWatch {
    /// Reads the clocks.
    func timeShow(_ call: Call<TimeShow, Void>) async throws -> TimeShow.Answer { try await view() }

    /// The clocks as the administrator sees them.
    func view() async throws -> ClockView {
        let clocks = try await measure(), reading = host.reading
        return ClockView(
            hostMs: reading.host, serviceMs: reading.time, storedMs: clocks.stored, databaseServerMs: clocks.server,
            problem: problem.map(line))
    }

    /// Adds the methods about time to a router.
    func serve(on router: inout Router) {
        router.on(TimeShow.self, as: { _, _ in }, timeShow)
        router.on(TimeAccept.self, as: { _, _ in }, timeAccept)
        router.on(TimeReset.self, as: { _, _ in }, timeReset)
    }
}
