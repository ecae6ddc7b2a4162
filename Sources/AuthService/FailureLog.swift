import Synchronization

/// Which steps of upkeep fail now, so that a trouble is said when it begins and when it ends, not ten times a second.
final class FailureLog: Sendable {
    private let failing = Mutex<Set<String>>([])

    /// Notes that a step has failed; true where it had not before.
    func began(_ step: String) -> Bool { failing.withLock { $0.insert(step).inserted } }

    /// Notes that a step went well; true where it had failed before.
    func ended(_ step: String) -> Bool { failing.withLock { $0.remove(step) != nil } }
}
