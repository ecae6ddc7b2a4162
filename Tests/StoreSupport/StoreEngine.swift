import Glibc

/// Which engine the tests of stores and services stand on: SQLite, or what `LATCHKEY_TEST_ENGINE` names. `scripts/check`
/// runs them once on each.
public enum StoreEngine: String, Sendable {
    case sqlite
    case postgres

    /// The engine of this run.
    public static let chosen: StoreEngine = {
        guard let named = getenv("LATCHKEY_TEST_ENGINE").map({ String(cString: $0) }), !named.isEmpty else {
            return .sqlite
        }
        guard let engine = StoreEngine(rawValue: named) else {
            preconditionFailure("LATCHKEY_TEST_ENGINE is sqlite or postgres, not \(named)")
        }
        return engine
    }()
}
