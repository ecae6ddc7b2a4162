import Synchronization

/// Remembers the latest generation that this process has seen. When a later one appears, it drops what was derived from
/// the database before.
///
/// On SQLite the process begins every generation itself; on PostgreSQL another instance may, so each read of a head
/// reports the generation in force.
final class GenerationWatch: Sendable {
    private let latest: Atomic<Int64>
    private let actions: Mutex<[@Sendable () -> Void]>

    /// - Parameter action: runs whenever a later generation is seen.
    init(_ latest: Int64, action: @escaping @Sendable () -> Void) {
        self.latest = Atomic(latest)
        actions = Mutex([action])
    }

    /// Adds an action that runs whenever a later generation is seen.
    func add(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0.append(action) } }

    /// Reports the generation that a committed row shows.
    func note(_ number: Int64) {
        guard number > latest.load(ordering: .relaxed) else { return }
        let (before, _) = latest.max(number, ordering: .relaxed)
        guard before < number else { return }
        for action in actions.withLock({ $0 }) { action() }
    }
}
