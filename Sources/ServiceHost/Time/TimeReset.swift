import Contracts
import Glibc
import JSONRPC
import Primitives

extension ClockWatch {
    /// Sets the times that lie in the future back to the present, and returns what was changed.
    func timeReset(_ call: Call<TimeReset, Void>) async throws -> TimeReset.Answer {
        do {
            let changes = try await reset(isForced: call.params.force)
            return TimeReset.Answer(
                clock: try await view(),
                changes: changes.sorted { $0.key < $1.key }.map { ChangedTimes(times: $0.key, rows: $0.value) },
                notMended: times.notMended)
        } catch let refusal as Refusal {
            throw refusal.fault
        }
    }

    /// The time at which the running program's file was last written; nil if it cannot be read.
    static var programMade: Instant? {
        var file = stat()
        guard stat("/proc/self/exe", &file) == 0 else { return nil }
        return Instant(ms: Int64(file.st_mtim.tv_sec) * 1_000)
    }
}
