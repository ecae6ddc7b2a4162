import Synchronization

/// Remembers the latest generation that this process has seen. When a later one appears, it runs the actions that drop
/// what the process has kept of the database.
///
/// On PostgreSQL another instance may begin a generation, so each read of a head reports the generation in force.
final class GenerationWatch: Sendable {
    private let latest: Atomic<Int64>
    private let actions: Mutex<[@Sendable (_ number: Int64) -> Void]>

    /// - Parameter action: runs whenever a later generation is seen.
    init(_ latest: Int64, action: @escaping @Sendable (_ number: Int64) -> Void) {
        self.latest = Atomic(latest)
        actions = Mutex([action])
    }

    /// Adds an action that runs whenever a later generation is seen.
    func add(_ action: @escaping @Sendable (_ number: Int64) -> Void) { actions.withLock { $0.append(action) } }

    /// Reports a generation that has begun. Of several calls with the same number only the first runs the actions.
    func note(_ number: Int64) {
        guard number > latest.load(ordering: .relaxed) else { return }
        let (before, _) = latest.max(number, ordering: .relaxed)
        guard before < number else { return }
        for action in actions.withLock({ $0 }) { action(number) }
    }
}
