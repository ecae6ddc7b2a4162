import Primitives

/// The error of ``waitUntil(_:)``.
public struct ConditionMissing: Error {}

/// Returns when a condition holds, which it looks at every millisecond.
///
/// - Throws: ``ConditionMissing`` after a minute, so that a test whose condition never holds fails and does not stall.
public func waitUntil(_ condition: () async throws -> Bool) async throws {
    let end = SteadyClock.system.now + .seconds(60)
    while try await !condition() {
        guard SteadyClock.system.now < end else { throw ConditionMissing() }
        try await Task.sleep(for: .milliseconds(1))
    }
}
