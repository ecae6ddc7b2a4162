import Logging
import Primitives
import VaultStore

extension Vault {
    /// The polling interval for interrupted purges.
    static let purgeCompletionInterval = Duration.seconds(60)

    /// Completes interrupted purges every minute until the task is cancelled.
    func runPurgeCompletion() async {
        while !Task.isCancelled {
            try? await Task.pause(for: Self.purgeCompletionInterval)
            await completePurges()
        }
    }

    /// Completes the purges that a fault or the end of a process has interrupted. A failure is logged; the next call
    /// continues.
    public func completePurges() async {
        do {
            let count = try await store.completePurges(truncateWriteAheadLog: truncateWriteAheadLog)
            if count > 0 { log.notice("interrupted purges were completed", metadata: ["accounts": "\(count)"]) }
        } catch {
            log.warning("interrupted purges could not be completed yet", metadata: ["error": "\(error)"])
        }
    }
}
