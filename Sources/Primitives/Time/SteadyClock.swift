import Glibc

/// A monotonic clock (`CLOCK_BOOTTIME`), which also runs while the host sleeps. Leases, pauses and timeouts use it.
public struct SteadyClock: Sendable {
    private let read: @Sendable () -> SteadyInstant

    public init(_ read: @escaping @Sendable () -> SteadyInstant) { self.read = read }

    public var now: SteadyInstant { read() }

    /// The time since the host started, sleep included.
    public static let system = SteadyClock { read(CLOCK_BOOTTIME) }

    /// The time for which the host has been awake since it started, by which a service manager measures.
    public static let awake = SteadyClock { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> SteadyInstant {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else {
            fatalError("the host has no steady clock")  // Linux has both since 2.6.39, and no lease works without one
        }
        return SteadyInstant(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }
}
