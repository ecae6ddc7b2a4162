import Foundation
import Glibc

extension ProcessDriver {
    /// Asks the supervisor to kill a service and start it again: SIGUSR1 for auth, SIGUSR2 for the vault.
    ///
    /// The supervisor writes the new process id to `SERVICE.pid` in auth's data folder when the service is ready. This
    /// method waits for the new id, up to 30 s, because until then the old process may still answer.
    public func kill(_ service: String) async throws {
        guard let supervisor = pair.supervisor else {
            throw StoryError("no process restarts this pair: name one with --supervisor PID")
        }
        guard let signal = ["auth": SIGUSR1, "vault": SIGUSR2][service] else {
            throw StoryError("there is no service \(service) to kill")
        }
        let old = try processID(of: service)
        guard Glibc.kill(supervisor, signal) == 0 else {
            throw StoryError("process \(supervisor) cannot be signalled to kill \(service)")
        }
        for _ in 0..<600 {
            if try processID(of: service) != old { return }
            try await pause(.milliseconds(50))
        }
        throw StoryError("\(service) did not come back within 30 s")
    }

    private func processID(of service: String) throws -> String {
        try String(contentsOfFile: "\(pair.authData)/\(service).pid", encoding: .utf8)
    }
}
