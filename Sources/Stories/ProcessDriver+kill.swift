import Foundation
import Glibc

extension ProcessDriver {
    /// Asks the pair's keeper to kill a service and start it again: SIGUSR1 for auth, SIGUSR2 for the vault.
    ///
    /// Returns once the keeper names another process in `SERVICE.pid`, which it does when that one is ready: until then
    /// whoever answers may still be the one that is to die.
    public func kill(_ service: String) async throws {
        guard let keeper = pair.keeper else { throw StoryMistake("nobody keeps this pair: say --keeper PID") }
        guard let signal = ["auth": SIGUSR1, "vault": SIGUSR2][service] else {
            throw StoryMistake("there is no service \(service) to kill")
        }
        let old = try process(of: service)
        guard Glibc.kill(keeper, signal) == 0 else {
            throw StoryMistake("process \(keeper) cannot be told to kill \(service)")
        }
        for _ in 0..<600 {
            if try process(of: service) != old { return }
            try await pause(.milliseconds(50))
        }
        throw StoryMistake("\(service) did not come back within 30 s")
    }

    /// The process of a service that was ready last.
    private func process(of service: String) throws -> String {
        try String(contentsOfFile: "\(pair.authData)/\(service).pid", encoding: .utf8)
    }
}
