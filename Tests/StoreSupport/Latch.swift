import Glibc
import Synchronization

/// A door that is opened once: what holds a transaction still at a place while a test does something else.
public final class Latch: Sendable {
    private let opened = Mutex(false)

    /// A closed one.
    public init() {}

    /// Whether it has been opened.
    public var isOpen: Bool { opened.withLock { $0 } }

    /// Lets everybody through from now on.
    public func open() { opened.withLock { $0 = true } }

    /// Waits inside a transaction, on its connection's own thread; at most ten seconds.
    public func hold() {
        for _ in 0..<10_000 where !isOpen { usleep(1_000) }
    }

    /// Waits for somebody who opens it.
    public func wait() async throws {
        while !isOpen { try await Task.sleep(for: .milliseconds(1)) }
    }
}
