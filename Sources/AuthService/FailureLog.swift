import Logging
import Synchronization

/// Logs the first failure and the recovery of each background task, not the failures of its repetitions.
final class FailureLog: Sendable {
    private let log: Logger
    private let failing = Mutex<Set<String>>([])

    init(_ log: Logger) { self.log = log }

    /// Runs one repetition of a background task. An error is logged, not thrown: the next repetition follows anyway.
    func run(_ task: String, _ work: () async throws -> Void) async {
        do {
            try await work()
            if failing.withLock({ $0.remove(task) != nil }) {
                log.notice("a background task works again", metadata: ["task": "\(task)"])
            }
        } catch {
            guard failing.withLock({ $0.insert(task).inserted }) else { return }
            log.error(
                "a background task fails and will be retried", metadata: ["task": "\(task)", "error": "\(error)"])
        }
    }
}
