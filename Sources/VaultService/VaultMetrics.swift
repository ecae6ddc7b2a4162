import Metrics

/// The counters of the vault service. The router counts the calls themselves.
struct VaultMetrics: Sendable {
    private let introspections = Counter(label: "vault_introspections_total")
    private let unreadableItems = Counter(label: "vault_items_unreadable_total")
    private let operations = Counter(label: "vault_operations_total")

    func countIntrospection() { introspections.increment() }

    func countUnreadableItem() { unreadableItems.increment() }

    func countOperations(_ count: Int) { operations.increment(by: count) }
}
