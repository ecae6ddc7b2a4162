import Primitives
import Synchronization

/// What time it is for expiries and limits: the host's clock, never below the latest time any instance has seen, so that
/// a clock set back revives nothing.
///
/// What two hosts compare (the windows of calls between the services, the times in a token) goes by the host's clock
/// alone: a floor that an instance with a wrong clock has raised would keep everybody apart until real time is there.
final class MonotonicWallClock: Sendable {
    /// How far a clock may be off before it is no longer believed (F11).
    static let tolerance = Duration.seconds(30)

    /// Why this host's time is not handed to the other instances.
    struct Trouble: Error, CustomStringConvertible {
        let description: String
    }

    private let clock: WallClock
    private let steady: SteadyClock
    /// The latest time that was seen, and when it was.
    private let floor = Mutex<(seen: Instant, at: SteadyInstant)?>(nil)

    init(_ clock: WallClock, _ steady: SteadyClock) {
        (self.clock, self.steady) = (clock, steady)
    }

    /// The host's clock.
    var hostNow: Instant { clock.now }

    /// The moment it is.
    var now: Instant {
        let now = clock.now
        return floor.withLock { max($0?.seen ?? now, now) }
    }

    /// Takes the latest time the instances have seen.
    func raise(to seen: Instant) {
        let moment = steady.now
        floor.withLock { floor in
            if let floor, floor.seen > seen { return }
            floor = (seen, moment)
        }
    }

    /// The host's time, to be handed to the others; throws when it is further from what was seen, and the time that has
    /// passed since, than a clock may be off. The first time there is, is believed.
    func told() throws(Trouble) -> Instant {
        let now = clock.now, moment = steady.now
        guard let (seen, at) = floor.withLock({ $0 }) else { return now }
        let ahead = now - (seen + (moment - at))
        if ahead > Self.tolerance {
            throw Trouble(
                description: "this host's clock has jumped \(ahead.ms / 1000) s ahead and is kept from the other "
                    + "instances: set it right, or restart this one if it is right")
        }
        if now + Self.tolerance < seen {
            throw Trouble(
                description: "this host's clock is \((seen - now).ms / 1000) s behind what was seen: set it right; "
                    + "until then nothing expires here")
        }
        return now
    }
}
