/// A point in time of a ``SteadyClock``, in nanoseconds since the host started. It has no meaning on another host.
public struct SteadyInstant: Hashable, Sendable, Comparable {
    public let nanoseconds: UInt64

    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    public static func < (a: SteadyInstant, b: SteadyInstant) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The time from `b` to `a`; negative if `a` is earlier.
    public static func - (a: SteadyInstant, b: SteadyInstant) -> Duration {
        a < b
            ? .zero - .nanoseconds(Int64(clamping: b.nanoseconds - a.nanoseconds))
            : .nanoseconds(Int64(clamping: a.nanoseconds - b.nanoseconds))
    }

    /// Adds a duration, to the nanosecond. Values beyond 64 bits saturate.
    public static func + (a: SteadyInstant, duration: Duration) -> SteadyInstant {
        let (seconds, attoseconds) = duration.components
        let sum = Int128(a.nanoseconds) + Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
        return SteadyInstant(nanoseconds: UInt64(clamping: sum))
    }
}
