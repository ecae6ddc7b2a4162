import Logging
import Primitives
import SQL
import VaultStore

extension Vault {
    /// The time between two writes of the presented cursors, and of the counts of read secrets.
    static let acknowledgementInterval = Duration.seconds(60)

    /// Writes the presented cursors and the counts of read secrets every minute until the task is cancelled, and then
    /// once more. The rows of the audit log that the last write makes are chained too.
    func runAcknowledgements() async {
        while !Task.isCancelled {
            try? await Task.pause(for: Self.acknowledgementInterval)
            let isLast = Task.isCancelled
            // The last write must not be cancelled with this task.
            await Task.inContext {
                await writeAcknowledgements()
                await writeReads()
                if isLast { await chainLastRows() }
            }.value
        }
    }

    /// Writes the cursors that devices have presented since the last call. What cannot be written, because the database
    /// is full or unreachable, is written by the next call.
    public func writeAcknowledgements() async {
        let due = presentedCursors.takeDue()
        for start in stride(from: 0, to: due.count, by: VaultStore.acknowledgementsPerWrite) {
            let rest = due[start...]
            do {
                try await store.acknowledge(Array(rest.prefix(VaultStore.acknowledgementsPerWrite)))
            } catch {
                presentedCursors.putBack(rest)
                log.warning("the cursors of devices could not be written", metadata: ["error": "\(error)"])
                return
            }
        }
    }
}
