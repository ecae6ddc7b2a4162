extension Duration {
    /// So many minutes of 60 s.
    public static func minutes(_ count: some BinaryInteger) -> Duration { .seconds(Int64(count) * 60) }

    /// So many hours of 3600 s.
    public static func hours(_ count: some BinaryInteger) -> Duration { .seconds(Int64(count) * 3600) }

    /// So many days of 24 h; there are no calendars here.
    public static func days(_ count: some BinaryInteger) -> Duration { .seconds(Int64(count) * 86400) }

    /// Whole milliseconds, the fraction cut off towards zero; saturates beyond 64 bits.
    public var ms: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflowed) = seconds.multipliedReportingOverflow(by: 1000)
        if overflowed { return seconds < 0 ? .min : .max }
        return whole.addingSaturating(attoseconds / 1_000_000_000_000_000)
    }
}

extension Int64 {
    /// The sum, or the nearest value 64 bits can hold: a time from a stranger must not be able to stop the process.
    func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflowed) = addingReportingOverflow(other)
        return overflowed ? (other < 0 ? .min : .max) : sum
    }
}
