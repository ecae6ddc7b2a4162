extension Duration {
    public static func minutes(_ count: some BinaryInteger) -> Duration { .seconds(Int64(count) * 60) }

    public static func hours(_ count: some BinaryInteger) -> Duration { .seconds(Int64(count) * 3600) }

    /// Days of 24 hours, independent of any calendar.
    public static func days(_ count: some BinaryInteger) -> Duration { .seconds(Int64(count) * 86400) }

    /// Whole milliseconds, rounded towards zero. Values beyond 64 bits saturate.
    public var ms: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflowed) = seconds.multipliedReportingOverflow(by: 1000)
        if overflowed { return seconds < 0 ? .min : .max }
        return whole.addingSaturating(attoseconds / 1_000_000_000_000_000)
    }
}

extension Int64 {
    /// The sum, or the nearest 64-bit value if it overflows, so that a time in a request cannot crash the process.
    func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflowed) = addingReportingOverflow(other)
        return overflowed ? (other < 0 ? .min : .max) : sum
    }
}
