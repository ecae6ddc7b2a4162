import Glibc
import StrictJSON

extension ProcessDriver {
    /// Asks the pair's keeper to kill a service and start it again: SIGUSR1 for auth, SIGUSR2 for the vault.
    public func kill(_ service: String) async throws {
        guard let keeper = pair.keeper else { throw StoryMistake("nobody keeps this pair: say --keeper PID") }
        guard Glibc.kill(keeper, service == "vault" ? SIGUSR2 : SIGUSR1) == 0 else {
            throw StoryMistake("process \(keeper) cannot be told to kill \(service)")
        }
        try await pause(.milliseconds(200))
        for _ in 0..<200 {
            let answer = try await call("service.version", [:], service: service, token: nil)
            if answer["result"] != nil { return }
            try await pause(.milliseconds(50))
        }
        throw StoryMistake("\(service) did not come back within 10 s")
    }
}
