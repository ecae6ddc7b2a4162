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

    func countIntrospection() { introspections.increment() }

    func countUnreadableItem() { unreadableItems.increment() }

    func countOperations(_ count: Int) { operations.increment(by: count) }

    /// Records a pass of the sweeper that has come to its end.
    func record(_ sweep: SweepResult) {
        sweeps.increment()
        accountsToSweep.record(sweep.waitingAccounts + sweep.damaged.count)
        for (kind, count) in sweep.erased { erased[kind]?.increment(by: count) }
    }
}
