import Primitives
import Synchronization

/// For how long what the feed has said may be trusted: 1.5 s from when the answered poll was sent.
///
/// Counted from the sending, because auth's answer may have waited anywhere on its way; on a clock that runs while the
/// host sleeps, so a process that was paused wakes up without it.
final class Lease: Sendable {
    /// How long it lasts.
    static let length = Duration.milliseconds(1500)

    private let clock: SteadyClock
    private let sent = Mutex<SteadyInstant?>(nil)

    init(_ clock: SteadyClock) { self.clock = clock }

    /// The events of a poll sent at this point have been applied, all there were.
    func extend(from sent: SteadyInstant) {
        self.sent.withLock { $0 = max($0 ?? sent, sent) }
    }

    /// How long ago the last answered poll was sent; nil before the first.
    var age: Duration? { sent.withLock { $0 }.map { clock.now - $0 } }

    /// Whether it holds now.
    var isHeld: Bool { age.map { $0 <= Self.length } ?? false }
}
