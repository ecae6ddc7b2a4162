import Synchronization

/// Whether the proxy should send requests here: every check holds, and the service is not winding down.
public final class Readiness: Sendable {
    /// One thing that must hold: its name, and why it does not (nil when it does).
    public typealias Check = (name: String, complaint: @Sendable () async -> String?)

    private let checks: Mutex<[Check]>
    private let isWindingDown = Atomic(false)

    /// Begins with these checks.
    public init(_ checks: [Check] = []) { self.checks = Mutex(checks) }

    /// Adds a check.
    public func require(_ name: String, _ complaint: @escaping @Sendable () async -> String?) {
        checks.withLock { $0.append((name, complaint)) }
    }

    /// From now on not ready.
    public func windDown() { isWindingDown.store(true, ordering: .relaxed) }

    /// What is wrong; empty when ready.
    public func complaints() async -> [String] {
        if isWindingDown.load(ordering: .relaxed) { return ["winding down"] }
        var found: [String] = []
        for check in checks.withLock({ $0 }) {
            if let complaint = await check.complaint() { found.append("\(check.name): \(complaint)") }
        }
        return found
    }
}
