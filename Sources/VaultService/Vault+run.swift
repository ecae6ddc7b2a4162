import Logging
import Primitives
import VaultStore

extension Vault {
    /// Runs the background work until the task is cancelled: follows the revocation feed, refreshes auth's signing
    /// keys, writes the cursors that devices present and the counts of what they have read, chains the audit log
    /// and records its end, sweeps what is old, measures what all accounts have stored, completes interrupted purges, purges
    /// what auth records as deleted, looks at the wrapping keys, wraps and renews data keys, and watches for changes by other
    /// instances.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await feedFollower.run() }
            group.addTask { await authenticator.keys.run() }
            group.addTask { await runAcknowledgements() }
            group.addTask { await runAuditChain() }
            group.addTask { await runAuditEnd() }
            group.addTask { await runSweeper() }
            group.addTask { await runUsageMeter() }
            group.addTask { await runPurgeCompletion() }
            group.addTask { await runDeletionComparison() }
            group.addTask { await runKeyWatch() }
            group.addTask { await runDataKeyWork() }
            if store.isShared { group.addTask { await watchHeads() } }
        }
    }

    /// Polls the revocation feed once, so that a test's service holds a lease before its first call.
    public func followOnce() async throws { try await feedFollower.pollOnce() }

    /// Wakes waiting pulls of accounts that another instance has changed, within a quarter of a second.
    ///
    /// It reads the heads of the accounts with waiting pulls. If instances notified each other instead, every write
    /// would cost a notification, even if nobody waits. The first failure and the recovery are logged, not each retry.
    private func watchHeads() async {
        var isFailing = false
        while !Task.isCancelled {
            try? await Task.pause(for: .milliseconds(250))
            let waiting = changes.lowestSeenHeads
            guard !waiting.isEmpty else { continue }
            do {
                let heads = try await store.heads(of: Array(waiting.keys))
                for (account, seen) in waiting where heads[account] != seen { changes.notify(account) }
                if isFailing { log.notice("changes of other instances can be read again") }
                isFailing = false
            } catch {
                if !isFailing {
                    log.warning(
                        "changes of other instances cannot be read; waiting pulls may be late",
                        metadata: ["error": "\(error)"])
                }
                isFailing = true
            }
        }
    }

    /// The time since the sending of the last poll that brought the session cache up to date; nil before the first.
    /// Above 1.5 s the vault introspects the session of every call.
    public var leaseAge: Duration? { authenticator.lease.age }

    /// The reason why a proxy should not send calls to this vault yet, because it would have to answer them with
    /// `unavailable`; nil once it has heard from auth, and three seconds after its start.
    public var startProblem: String? { firstContact.problem }

    /// Answers every waiting pull at once and lets no later one wait, so that the service can drain.
    public func stopWaiting() { changes.close() }
}
