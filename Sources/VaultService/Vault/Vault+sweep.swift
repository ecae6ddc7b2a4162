import Logging
import Primitives
import VaultStore

extension Vault {
    /// Sweeps every hour, or as often as the settings say, until the task is cancelled.
    func runSweeper() async {
        while !Task.isCancelled {
            await sweep()
            try? await Task.pause(for: settings.sweepInterval)
        }
    }

    /// Makes one pass of the sweeper, which also deletes old rows of the audit log, and wakes the waiting pulls of the
    /// accounts that it changed. A failed pass is logged; the next one continues. While the host's clock is not believed,
    /// nothing happens.
    public func sweep() async {
        guard isClockBelieved() else { return }
        do {
            // A device that was here a moment ago is active, and has read what it says.
            await writeAcknowledgements()
            let elapsed = try await store.beginSweep()
            await deleteOldAuditRows(elapsed: elapsed)
            let sweep = try await store.sweep(at: clock.now, elapsed: elapsed) { changes.notify($0) }
            metrics.record(sweep)
            for (account, damage) in sweep.damaged {
                log.error(
                    "an account cannot be swept, because a row of it is damaged",
                    metadata: ["account": "\(account)", "damage": "\(damage)"])
            }
        } catch is CancellationError {
            // The service stops; the next pass continues.
        } catch {
            log.warning("the sweeper could not finish its pass", metadata: ["error": "\(error)"])
        }
    }
}
