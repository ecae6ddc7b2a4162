public import Primitives

/// A phone number whose one-time code is fixed until a date, for the reviewers of app stores and for monitoring. No
/// message is sent to it.
public struct TestNumber: Sendable, Hashable {
    /// The longest time from the start of the service to the end of a test number.
    public static let longestUse = Duration.days(366)

    public let phone: E164
    public let code: OneTimeCode
    /// The moment from which the number is one like any other.
    public let until: Instant

    public init(phone: E164, code: OneTimeCode, until: Instant) {
        self.phone = phone
        self.code = code
        self.until = until
    }

    /// Parses `+491700000001=123456@2027-01-31`: the number, its code, and its last day in UTC. Returns nil for another
    /// text, and for the code 000000, which is the first that anybody tries.
    public init?(_ text: some StringProtocol) {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, let phone = E164(parsing: String(sides[0])) else { return nil }
        let parts = sides[1].split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let code = OneTimeCode(String(parts[0])), code.reveal != "000000",
            let day = Instant(day: parts[1])
        else { return nil }
        self.init(phone: phone, code: code, until: day + .days(1))
    }

    /// Parses a list of at most 20 test numbers, separated by commas; returns nil for another text, and for one that
    /// lists a number twice.
    public static func list(_ text: String) -> [TestNumber]? {
        if text.isEmpty { return [] }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { TestNumber($0.drop { $0 == " " }) }
        return numbers.count == parts.count && numbers.count <= 20 && Set(numbers.map(\.phone)).count == numbers.count
            ? numbers : nil
    }

    /// True if the end is neither past nor more than ``longestUse`` ahead.
    public func hasValidEnd(at now: Instant) -> Bool { until > now && until - now <= Self.longestUse }
}
