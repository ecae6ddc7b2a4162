import Logging
import VaultStore

extension Vault {
    /// Does what no caller waits for, until the task is cancelled: follows the revocation feed, keeps auth's keys, and
    /// looks for what other instances have changed.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await follower.run() }
            group.addTask { await gate.keys.run() }
            if store.isShared { group.addTask { await watchHeads() } }
        }
    }

    /// Polls the revocation feed once: for tests, and for a start that wants to be ready at its first call.
    public func followOnce() async throws { try await follower.step() }

    /// Wakes the pulls whose account another instance has changed, within a quarter of a second.
    ///
    /// The heads of the accounts that are waited for are looked at: telling every instance of every change would cost
    /// each write, also where nobody waits.
    private func watchHeads() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(250))
            let awaited = changes.awaited
            guard !awaited.isEmpty else { continue }
            do {
                let heads = try await store.heads(of: Array(awaited.keys))
                for (account, seen) in awaited where heads[account] != seen { changes.ring(account) }
            } catch {
                log.warning("heads could not be looked at", metadata: ["error": "\(error)"])
            }
        }
    }

    /// How long ago the last answered poll of the feed was sent; nil before the first. Above 1.5 s the lease is out.
    public var leaseAge: Duration? { gate.lease.age }

    /// Answers every waiting pull at once, and lets no later one wait: the service is draining.
    public func stopWaiting() { changes.close() }
}
