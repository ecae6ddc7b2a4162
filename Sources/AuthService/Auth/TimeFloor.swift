import Synchronization
import TimeAndChance
import Vocabulary

/// The wall clock, never below the latest time any instance has seen: a clock set back revives nothing.
final class TimeFloor: Sendable {
    private let clock: WallClock
    private let floor = Mutex(Instant(ms: 0))

    init(_ clock: WallClock) { self.clock = clock }

    /// The moment it is.
    var now: Instant {
        let now = clock.now
        return floor.withLock { max($0, now) }
    }

    /// Takes a time other instances have seen.
    func raise(to seen: Instant) {
        floor.withLock { $0 = max($0, seen) }
    }
}
