import Foundation
import Glibc

extension ProcessDriver {
    public func kill(_ service: String) async throws { try await restart(service) }

    public func backUp(_ service: String) async throws { try await restart(service, after: "backup") }

    public func restore(_ service: String) async throws { try await restart(service, after: "restore") }

    /// Asks the supervisor to end a service and start it again: SIGUSR1 for auth, SIGUSR2 for the vault.
    ///
    /// The supervisor writes the new process id to `SERVICE.pid` in auth's data folder when the service is ready. This
    /// method waits for the new id, up to 30 s, because until then the old process may still answer.
    ///
    /// - Parameter work: `backup` or `restore`, which the supervisor reads from the file `SERVICE.request` and does
    ///   while the service is stopped; nil if it only kills the service.
    private func restart(_ service: String, after work: String? = nil) async throws {
        guard let supervisor = pair.supervisor else {
            throw StoryError("no process restarts this pair: name one with --supervisor PID")
        }
        guard let signal = ["auth": SIGUSR1, "vault": SIGUSR2][service] else {
            throw StoryError("there is no service \(service) to restart")
        }
        let old = try processID(of: service)
        if let work {
            try work.write(toFile: "\(pair.authData)/\(service).request", atomically: true, encoding: .utf8)
        }
        guard Glibc.kill(supervisor, signal) == 0 else {
            throw StoryError("process \(supervisor) cannot be signalled to restart \(service)")
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
