import Primitives
import Synchronization

/// The time for expiries and limits: the host's clock, but never earlier than the latest time of all instances that
/// this one has read, so that a clock that is set back makes no expired code or session valid again.
///
/// Times that two hosts compare (service calls, the times in an access token) use ``hostNow``: a minimum raised by an
/// instance with a wrong clock would otherwise make the hosts refuse each other until real time has caught up.
final class MonotonicWallClock: Sendable {
    /// The largest difference from the other instances' time at which this host's time is still given to them.
    static let tolerance = ClockSkew.allowed

    /// The reason why this host's time is not given to the other instances.
    struct ClockFault: Error, CustomStringConvertible {
        let description: String
    }

    private let clock: WallClock
    private let steady: SteadyClock
    /// The latest time of all instances, and the steady time at which this instance read it; nil before the first read.
    private let latest = Mutex<(time: Instant, readAt: SteadyInstant)?>(nil)

    init(_ clock: WallClock, _ steady: SteadyClock) {
        (self.clock, self.steady) = (clock, steady)
    }

    /// The host's clock, unchanged.
    var hostNow: Instant { clock.now }

    /// The host's clock, or the latest time of all instances if that is later.
    var now: Instant {
        let now = clock.now
        return latest.withLock { max($0?.time ?? now, now) }
    }

    /// False before the first ``follow(_:)``, and after ``believe()``.
    var hasRead: Bool { latest.withLock { $0 != nil } }

    /// Makes the latest time of all instances the earliest value of ``now``. It goes back only after a reset.
    func follow(_ time: Instant) {
        let moment = steady.now
        latest.withLock { latest in
            // The time since which it stands still shows how far the present time must be ahead of it.
            if latest?.time != time { latest = (time, moment) }
        }
    }

    /// Makes every time publishable once, because the administrator, or the database server's clock, has confirmed it.
    func believe() { latest.withLock { $0 = nil } }

    /// The host's time, for the other instances.
    ///
    /// Throws if it is more than ``tolerance`` behind the latest time read, or more than ``tolerance`` ahead of that
    /// time plus the time elapsed since it was read. Before the first read, every time is publishable.
    func publishableTime() throws(ClockFault) -> Instant {
        let now = clock.now, moment = steady.now
        guard let (time, readAt) = latest.withLock({ $0 }) else { return now }
        let ahead = now - (time + (moment - readAt))
        if ahead > Self.tolerance {
            throw ClockFault(
                description: "this host's clock jumped \(ahead.ms / 1000) s ahead, and its time is not given to the "
                    + "other instances: set the clock right, or run 'latchkey-auth time accept' if it is right")
        }
        if now + Self.tolerance < time {
            throw ClockFault(
                description: "this host's clock is \((time - now).ms / 1000) s behind the other instances: set it "
                    + "right; until then nothing expires on this instance")
        }
        return now
    }
}
