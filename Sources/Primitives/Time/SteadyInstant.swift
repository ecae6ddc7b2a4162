/// A point on a clock that only moves forward, in nanoseconds since the host started; means nothing on another host.
public struct SteadyInstant: Hashable, Sendable, Comparable {
    /// Nanoseconds since the host started.
    public let nanoseconds: UInt64

    /// The point so many nanoseconds after the host started.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Earlier is less.
    public static func < (a: SteadyInstant, b: SteadyInstant) -> Bool { a.nanoseconds < b.nanoseconds }

    /// How much later the left point is; negative if it is earlier.
    public static func - (a: SteadyInstant, b: SteadyInstant) -> Duration {
        a < b
            ? .zero - .nanoseconds(Int64(clamping: b.nanoseconds - a.nanoseconds))
            : .nanoseconds(Int64(clamping: a.nanoseconds - b.nanoseconds))
    }

    /// The point that much later, to the nanosecond; stays within 64 bits.
    public static func + (a: SteadyInstant, duration: Duration) -> SteadyInstant {
        let (seconds, attoseconds) = duration.components
        let sum = Int128(a.nanoseconds) + Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
        return SteadyInstant(nanoseconds: UInt64(clamping: sum))
    }
}
