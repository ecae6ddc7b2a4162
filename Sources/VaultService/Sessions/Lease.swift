import Primitives
import Synchronization

/// The period in which the session cache may be trusted: 1.5 s from the sending of the last poll that brought it up to
/// date.
///
/// The lease counts from the sending of the poll, not from its answer, because auth may have read the events at any
/// moment between the two. The clock also runs while the host is suspended, so that a process does not resume with a
/// lease.
final class Lease: Sendable {
    static let length = Duration.milliseconds(1500)

    private let clock: SteadyClock
    private let sent = Mutex<SteadyInstant?>(nil)

    init(_ clock: SteadyClock) { self.clock = clock }

    /// Renews the lease from the time at which a poll was sent. The cache must already contain every event of its
    /// answer.
    func renew(from sent: SteadyInstant) {
        self.sent.withLock { $0 = max($0 ?? sent, sent) }
    }

    /// The time since the sending of the last poll that brought the cache up to date; nil before the first.
    var age: Duration? { sent.withLock { $0 }.map { clock.now - $0 } }

    var isHeld: Bool { age.map { $0 <= Self.length } ?? false }
}
