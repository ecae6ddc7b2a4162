/// A point in time, in milliseconds since 1970-01-01T00:00:00Z without leap seconds.
///
/// In JSON it is a decimal string, so that no client rounds it. Arithmetic saturates instead of trapping.
public struct Instant: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    /// Milliseconds since 1970; negative before.
    public let ms: Int64

    public init(ms: Int64) { self.ms = ms }

    public static func < (a: Instant, b: Instant) -> Bool { a.ms < b.ms }

    /// Adds the whole milliseconds of a duration.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        Instant(ms: instant.ms.addingSaturating(duration.ms))
    }

    /// Subtracts the whole milliseconds of a duration.
    public static func - (instant: Instant, duration: Duration) -> Instant { instant + (.zero - duration) }

    /// The time from `b` to `a`; negative if `a` is earlier.
    public static func - (a: Instant, b: Instant) -> Duration { .milliseconds(a.ms) - .milliseconds(b.ms) }

    /// ISO 8601 in UTC, for logs: `2025-02-28T09:05:07.042Z`.
    public var description: String {
        let (days, inDay) = (ms.flooredQuotient(86_400_000), ms.flooredRemainder(86_400_000))
        let (year, month, day) = Self.civil(days)
        let (hours, minutes, seconds) = (inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60)
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))"
            + "T\(pad(hours, 2)):\(pad(minutes, 2)):\(pad(seconds, 2)).\(pad(inDay % 1000, 3))Z"
    }

    /// The minute, for sentences that a person reads out: `2025-02-28 09:05 UTC`.
    public var minuteWords: String { description.prefix(16).split(separator: "T").joined(separator: " ") + " UTC" }

    /// Parses the beginning of a day in UTC, written as `2025-02-28`; nil for another text, and for a day that no
    /// calendar has.
    public init?(day text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int64(parts[0]), let month = Int64(parts[1]), let day = Int64(parts[2]), (1...12).contains(month)
        else { return nil }
        // Days since 1970 of the proleptic Gregorian calendar, in years that begin in March.
        let shifted = month < 3 ? year - 1 : year, inYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let era = shifted.flooredQuotient(400), yearInEra = shifted.flooredRemainder(400)
        let days = era * 146_097 + yearInEra * 365 + yearInEra / 4 - yearInEra / 100 + inYear - 719_468
        guard Self.civil(days) == (year, month, day) else { return nil }
        self.init(ms: days * 86_400_000)
    }

    public init(from decoder: any Decoder) throws { ms = try DecimalInt64(from: decoder).value }

    public func encode(to encoder: any Encoder) throws { try DecimalInt64(ms).encode(to: encoder) }

    /// Converts days since 1970 to year, month and day of the proleptic Gregorian calendar. The calculation uses years
    /// that begin in March, so that the leap day is the last day of a year.
    private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
        let shifted = days.addingSaturating(719_468)
        let era = shifted.flooredQuotient(146_097)
        let inEra = shifted.flooredRemainder(146_097)
        let yearInEra = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * yearInEra + yearInEra / 4 - yearInEra / 100)
        let month = (5 * inYear + 2) / 153
        let day = inYear - (153 * month + 2) / 5 + 1
        return (yearInEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
    }
}

private func pad(_ value: Int64, _ width: Int) -> String {
    let digits = String(value.magnitude)
    return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Int64 {
    fileprivate func flooredRemainder(_ divisor: Int64) -> Int64 {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }

    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}
