import Glibc

/// A clock nobody can set, which also runs while the host sleeps: for leases, back-off and anything that must expire.
public struct SteadyClock: Sendable {
    private let read: @Sendable () -> SteadyInstant

    /// A clock that reads so.
    public init(_ read: @escaping @Sendable () -> SteadyInstant) { self.read = read }

    /// The point it is now.
    public var now: SteadyInstant { read() }

    /// The host's clock since it started, sleep included.
    public static let system = SteadyClock {
        var time = timespec()
        guard clock_gettime(CLOCK_BOOTTIME, &time) == 0 else {
            fatalError("the host has no steady clock")  // Linux has had it since 2.6.39; no lease holds without
        }
        return SteadyInstant(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }
}
