import Primitives
import Synchronization

/// The period in which the session cache may be trusted: 1.5 s from the sending of the last answered poll of the feed.
///
/// It counts from the sending because auth may have read its answer at any moment after it. It uses a clock that runs
/// while the host is suspended, so that a resumed process holds no lease.
final class Lease: Sendable {
    static let length = Duration.milliseconds(1500)

    private let clock: SteadyClock
    private let sent = Mutex<SteadyInstant?>(nil)

    init(_ clock: SteadyClock) { self.clock = clock }

    /// Renews the lease after every event known to a poll has been applied; `sent` is when the poll was sent.
    func renew(from sent: SteadyInstant) {
        self.sent.withLock { $0 = max($0 ?? sent, sent) }
    }

    /// The time since the last answered poll was sent; nil before the first.
    var age: Duration? { sent.withLock { $0 }.map { clock.now - $0 } }

    var isHeld: Bool { age.map { $0 <= Self.length } ?? false }
}
