import Glibc

/// The engine used by the tests of stores and services: SQLite, or the one that `LATCHKEY_TEST_ENGINE` names.
/// `scripts/check` runs them once on each.
public enum StoreEngine: String, Sendable {
    case sqlite
    case postgres

    public static let chosen: StoreEngine = {
        guard let named = getenv("LATCHKEY_TEST_ENGINE").map({ String(cString: $0) }), !named.isEmpty else {
            return .sqlite
        }
        guard let engine = StoreEngine(rawValue: named) else {
            preconditionFailure("LATCHKEY_TEST_ENGINE must be sqlite or postgres, not \(named)")
        }
        return engine
    }()
}
