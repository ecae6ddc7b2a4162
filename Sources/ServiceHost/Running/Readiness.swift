import Synchronization

/// Decides whether the proxy should send requests here: every check must pass, and no shutdown may have begun.
public final class Readiness: Sendable {
    /// A named check that returns why it fails, or nil if it passes.
    public typealias Check = (name: String, problem: @Sendable () async -> String?)

    private let checks: Mutex<[Check]>
    private let isShuttingDown = Atomic(false)

    public init(_ checks: [Check] = []) { self.checks = Mutex(checks) }

    public func require(_ name: String, _ problem: @escaping @Sendable () async -> String?) {
        checks.withLock { $0.append((name, problem)) }
    }

    /// Makes the service unready for the rest of its life.
    public func beginShutdown() { isShuttingDown.store(true, ordering: .relaxed) }

    /// The reasons why the service is not ready; empty if it is ready.
    public func problems() async -> [String] {
        if isShuttingDown.load(ordering: .relaxed) { return ["shutting down"] }
        var found: [String] = []
        for check in checks.withLock({ $0 }) {
            if let problem = await check.problem() { found.append("\(check.name): \(problem)") }
        }
        return found
    }
}
