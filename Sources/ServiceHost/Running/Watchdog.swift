import Logging
import Primitives

/// Sends the service manager a sign of life as long as the service makes progress: every event loop runs a task, and the
/// database answers a writing transaction, be it with an error. A database server that is down is no reason for a
/// restart, because a restart does not bring it back.
struct Watchdog {
    let notifier: SystemdNotifier
    let log: Logger
    /// Returns once every part has answered, and throws if a restart is needed.
    let progress: @Sendable () async throws -> Void

    /// Sends signs of life until the task is cancelled. Only waits if the manager expects none.
    func run() async {
        guard let interval = notifier.watchdogInterval else {
            while !Task.isCancelled { try? await Task.pause(for: .days(1)) }
            return
        }
        while !Task.isCancelled {
            // A part that never answers keeps this from returning, and the manager restarts the service.
            do {
                try await progress()
                notifier.send(.alive)
            } catch {
                log.error(
                    "the service makes no progress and waits to be restarted", metadata: ["reason": "\(error)"])
            }
            do { try await Task.pause(for: interval) } catch { return }
        }
    }
}
