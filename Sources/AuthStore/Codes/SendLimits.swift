public import Primitives

/// The limits on sending one-time codes.
///
/// Codes requested by device keys that are admitted on the number's account are counted in windows and in a daily quota
/// of their own. When that quota is used up, they are charged to the common one.
public struct SendLimits: Sendable, Hashable {
    /// At most `count` in any stretch of `span`.
    public struct Rate: Sendable, Hashable {
        public let count: Int
        public let span: Duration

        public init(_ count: Int, per span: Duration) {
            self.count = count
            self.span = span
        }
    }

    /// The rates of codes to one number. The first one is the shortest time between two codes.
    public var perNumber: [Rate]
    /// The rates of codes requested, and of registrations started without a code, from one address, or from one /64 for
    /// IPv6.
    public var perAddress: [Rate]
    /// The rates of codes to one block of 1000 numbers.
    public var perBlock: [Rate]
    /// The number of codes per day, over all numbers.
    public var perDay: Int
    /// The tenth of `perDay` reserved for device keys that are admitted on the number's account.
    var ownPerDay: Int { perDay / 10 }
    /// The number of wrong codes per hour, over all numbers and all device keys that are not admitted on the number's
    /// account.
    public var wrongPerHour: Int

    /// The defaults of `perDay` and `wrongPerHour` suit an installation of ordinary size.
    public init(
        perNumber: [Rate] = [Rate(1, per: .seconds(60)), Rate(5, per: .hours(1)), Rate(10, per: .hours(24))],
        perAddress: [Rate] = [Rate(10, per: .hours(1))], perBlock: [Rate] = [Rate(20, per: .hours(1))],
        perDay: Int = 50_000, wrongPerHour: Int = 10_000
    ) {
        self.perNumber = perNumber
        self.perAddress = perAddress
        self.perBlock = perBlock
        self.perDay = perDay
        self.wrongPerHour = wrongPerHour
    }

    /// Sets the shortest time between two codes to one number, which is the first rate of `perNumber`.
    public mutating func setResendInterval(_ interval: Duration) {
        perNumber[0] = Rate(1, per: interval)
    }
}
