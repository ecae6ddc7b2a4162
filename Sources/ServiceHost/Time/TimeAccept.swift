import Contracts
import JSONRPC

extension ClockWatch {
    /// Believes the host's clock as it is, and returns the clocks after that.
    func timeAccept(_ call: Call<TimeAccept, Void>) async throws -> TimeAccept.Answer {
        do {
            try await accept()
        } catch let refusal as Refusal {
            throw refusal.fault
        }
        return try await view()
    }
}
