public import Primitives
import Synchronization

/// A wall clock and a steady clock that change only when a test advances them, both by the same time. Only the wall clock
/// can be set.
public final class StoppedClock: Sendable {
    private struct State {
        var wall: Instant
        var steady: SteadyInstant
    }

    private let state: Mutex<State>

    /// - Parameter instant: the wall clock's time. The steady clock begins at one hour after the start of the host.
    public init(at instant: Instant = Instant(ms: 1_750_000_000_000)) {
        state = Mutex(State(wall: instant, steady: SteadyInstant(nanoseconds: 3_600_000_000_000)))
    }

    /// The time of the wall clock.
    public var now: Instant { state.withLock { $0.wall } }

    public var wall: WallClock { WallClock { self.now } }

    public var steady: SteadyClock { SteadyClock { self.state.withLock { $0.steady } } }

    /// Advances both clocks.
    public func advance(by duration: Duration) {
        state.withLock {
            $0.wall = $0.wall + duration
            $0.steady = $0.steady + duration
        }
    }

    /// Sets only the wall clock, as an administrator or a wrong time server would.
    public func set(_ instant: Instant) { state.withLock { $0.wall = instant } }
}
