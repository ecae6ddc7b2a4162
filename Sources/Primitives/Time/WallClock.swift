import Glibc

/// The date and time, for values that are stored, shown to people or sent to other systems. Leases use ``SteadyClock``
/// instead.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Instant

    public init(_ read: @escaping @Sendable () -> Instant) { self.read = read }

    /// The current time. It goes backwards when an administrator sets the host's clock back.
    public var now: Instant { read() }

    /// The host's clock, in milliseconds.
    public static let system = WallClock {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME, &time) == 0 else {
            fatalError("the host has no clock")  // cannot fail on Linux
        }
        return Instant(ms: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
