public import Primitives
import Synchronization

/// A clock that stands still until a test moves it. The wall and the steady clock share one passing of time;
/// only the wall can be set.
public final class StoppedClock: Sendable {
    private struct Hands {
        var wall: Instant
        var steady: SteadyInstant
    }

    private let hands: Mutex<Hands>

    /// Stands at this moment of the wall, and an hour after a pretended start of the host.
    public init(at instant: Instant = Instant(ms: 1_750_000_000_000)) {
        hands = Mutex(Hands(wall: instant, steady: SteadyInstant(nanoseconds: 3_600_000_000_000)))
    }

    /// The moment the wall clock shows.
    public var now: Instant { hands.withLock { $0.wall } }

    /// The wall clock to hand in.
    public var wall: WallClock { WallClock { self.now } }

    /// The steady clock to hand in.
    public var steady: SteadyClock { SteadyClock { self.hands.withLock { $0.steady } } }

    /// Lets time pass on both clocks.
    public func advance(by duration: Duration) {
        hands.withLock {
            $0.wall = $0.wall + duration
            $0.steady = $0.steady + duration
        }
    }

    /// Sets the wall clock alone, as an administrator or a bad time server would.
    public func set(_ instant: Instant) { hands.withLock { $0.wall = instant } }
}
