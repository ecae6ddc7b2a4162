import Logging
import Primitives

extension Vault {
    /// Looks at the wrapping keys every second until the task is cancelled, and then reports that this process stops.
    func runKeyWatch() async {
        await repeating("look at the wrapping keys") { try await refreshKeys() }
        await Task.inContext { try? await wrappingKeys?.stop() }.value
    }

    /// Looks at the wrapping keys once, and logs each file that rows need and that is gone or wrong since the last time.
    public func refreshKeys() async throws {
        defer {
            for line in wrappingKeys?.takeNewlyDamagedFiles() ?? [] {
                log.critical("a key file that rows need is gone or wrong", metadata: ["file": "\(line)"])
            }
        }
        try await wrappingKeys?.refresh(at: clock.now)
    }

    /// Wraps and renews data keys every second until the task is cancelled.
    func runDataKeyWork() async { await repeating("wrap and renew data keys") { try await workOnDataKeys() } }

    /// Wraps the data keys of former wrapping keys, and carries out the ordered renewals of data keys. One pass.
    public func workOnDataKeys() async throws { try await dataKeyWork.run(at: clock.now) }
}
