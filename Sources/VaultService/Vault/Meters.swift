import Metrics

/// What is counted beside the calls themselves.
struct Meters: Sendable {
    private let introspections = Counter(label: "vault_introspections_total")
    private let unreadable = Counter(label: "vault_items_unreadable_total")
    private let operations = Counter(label: "vault_operations_total")

    func introspected() { introspections.increment() }

    func sawUnreadable() { unreadable.increment() }

    func applied(_ count: Int) { operations.increment(by: count) }
}
