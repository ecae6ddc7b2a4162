import Logging
import Primitives

extension Vault {
    /// Runs a piece of background work again and again until the task is cancelled. The first failure and the recovery are
    /// logged, not each retry.
    ///
    /// - Parameters:
    ///   - name: what the work does, for the log, such as "chain the audit log".
    ///   - pause: returns the pause before the next time, from the time that the last one took, nil before the first; a
    ///     second by default.
    func repeating(
        _ name: String, pausing pause: (Duration?) -> Duration = { _ in .seconds(1) }, _ work: () async throws -> Void
    ) async {
        var isFailing = false, took: Duration?
        while !Task.isCancelled {
            try? await Task.pause(for: pause(took))
            let start = authenticator.steady.now
            do {
                try await work()
                if isFailing { log.notice("a background task works again", metadata: ["task": "\(name)"]) }
                isFailing = false
            } catch {
                if !isFailing, !Task.isCancelled {
                    log.error(
                        "a background task fails and will be retried",
                        metadata: ["task": "\(name)", "error": "\(error)"])
                }
                isFailing = true
            }
            took = authenticator.steady.now - start
        }
    }
}
