import Metrics
import VaultStore

/// The metrics of the vault service. The router counts the calls themselves.
struct VaultMetrics: Sendable {
    private let introspections = Counter(label: "vault_introspections_total")
    private let unreadableItems = Counter(label: "vault_items_unreadable_total")
    private let operations = Counter(label: "vault_operations_total")
    private let sweeps = Counter(label: "vault_sweeps_total")
    private let accountsToSweep = Gauge(label: "vault_accounts_to_sweep")
    private let erased = SweepResult.Kind.allCases.reduce(into: [:]) {
        $0[$1] = Counter(label: "vault_rows_swept_total", dimensions: [("kind", $1.rawValue)])
    }
    private let keysToWrap = Gauge(label: "vault_data_keys_of_former_wrapping_keys")
    private let waitingAccounts = Gauge(label: "vault_data_keys_waiting")
    private let formerDataKeys = Gauge(label: "vault_data_keys_former")
    private let destroyedDataKeys = Counter(label: "vault_data_keys_destroyed_total")

    func countIntrospection() { introspections.increment() }

    func countUnreadableItems(_ count: Int) { unreadableItems.increment(by: count) }

    /// Counts operations on items and changes of wrapped account keys, whatever their outcome.
    func countOperations(_ count: Int) { operations.increment(by: count) }

    /// Records a pass of the sweeper that has come to its end.
    func record(_ sweep: SweepResult) {
        sweeps.increment()
        accountsToSweep.record(sweep.waitingAccounts + sweep.damaged.count)
        for (kind, count) in sweep.erased { erased[kind]?.increment(by: count) }
    }

    /// Reports the number of data keys that a former wrapping key still wraps.
    func reportKeysToWrap(_ count: Int) { keysToWrap.record(count) }

    func countDestroyedDataKeys(_ count: Int) { destroyedDataKeys.increment(by: count) }

    /// Reports how far the renewal of data keys has come.
    func report(_ progress: DataKeyProgress) {
        waitingAccounts.record(progress.waiting)
        formerDataKeys.record(progress.former)
    }
}
