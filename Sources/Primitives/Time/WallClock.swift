import Glibc

/// The time of day, handed in: for what people and other systems are told, never for leases.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Instant

    /// A clock that reads the time so.
    public init(_ read: @escaping @Sendable () -> Instant) { self.read = read }

    /// The moment it is now. An administrator may set it back.
    public var now: Instant { read() }

    /// The host's clock, to the millisecond.
    public static let system = WallClock {
        var time = timespec()
        guard clock_gettime(CLOCK_REALTIME, &time) == 0 else {
            fatalError("the host has no clock")  // cannot fail on Linux; nothing expires without
        }
        return Instant(ms: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
