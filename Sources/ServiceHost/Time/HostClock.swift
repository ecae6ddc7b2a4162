public import Primitives
import Synchronization

/// The host's clock without its jumps: the time that a running service uses.
///
/// The time is the host's while that moves as the steady clock does. When it has jumped by more than ``tolerance``, the
/// time goes on by the steady clock, so that nothing expires early or late, until the host's clock is back or
/// ``believe()`` is called. Smaller steps, as time servers make them, are taken over.
public final class HostClock: Sendable {
    /// The largest step of the host's clock that is taken over, and the largest difference from the database server.
    public static let tolerance = ClockSkew.allowed

    /// A reading of the clocks.
    public struct Reading: Sendable, Hashable {
        /// The time that the host's clock shows.
        public let host: Instant
        /// The time that the service uses.
        public let time: Instant

        /// The difference between both: positive if the host's clock has jumped ahead, zero if it has not jumped.
        public var jump: Duration { host - time }
    }

    private let wall: WallClock
    private let steady: SteadyClock
    /// A time that was believed, and the steady time at which it was.
    private let anchor: Mutex<(time: Instant, at: SteadyInstant)>

    /// Believes the time that the host's clock shows now.
    public init(_ wall: WallClock, _ steady: SteadyClock) {
        (self.wall, self.steady) = (wall, steady)
        anchor = Mutex((wall.now, steady.now))
    }

    public var reading: Reading {
        anchor.withLock { anchor in
            let host = wall.now, moment = steady.now
            let expected = anchor.time + (moment - anchor.at)
            guard host.isWithin(Self.tolerance, of: expected) else { return Reading(host: host, time: expected) }
            anchor = (host, moment)
            return Reading(host: host, time: host)
        }
    }

    /// The same as a ``WallClock``.
    public var clock: WallClock { WallClock { self.reading.time } }

    /// Continues with the time that the host's clock shows now, also after a jump.
    public func believe() {
        anchor.withLock { $0 = (wall.now, steady.now) }
    }
}

extension Instant {
    /// True if two times differ by at most `distance`.
    func isWithin(_ distance: Duration, of other: Instant) -> Bool {
        self - other <= distance && other - self <= distance
    }
}
