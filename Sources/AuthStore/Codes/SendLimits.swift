public import Primitives

/// The limits on sending one-time codes, and on wrong ones.
///
/// Codes requested by device keys that held a full session of the number's account are counted in windows and quotas of
/// their own. All other device keys share the common ones, in which each address group has a bounded share. Where the
/// common ones are used up or stopped, address groups that sent fewer than ``reservePerGroup`` codes there draw on a
/// reserve, which is bounded too.
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

    /// The longest span of a rate, and of the quotas of all codes.
    public static let longestSpan = Duration.hours(24)

    /// The rates of codes to one number. The first one is the shortest time between two codes. Without rates, numbers
    /// have no limit and address groups no share.
    public var perNumber: [Rate]
    /// The rates of codes to one number that one address group requests.
    public var perNumberAndGroup: [Rate]
    /// The rates of codes to one number that one known device requests; without a code to remove another device.
    public var perNumberAndKey: [Rate]
    /// The rates of all codes to one number that one known device requests, the last of which remove another device.
    public var perNumberAndKeyToRemove: [Rate]
    /// The rates of codes to one number beyond ``perNumber``, for callers that have no part in those that used it up.
    public var perNumberReserve: [Rate]
    /// The rates of codes requested, and of registrations started without a code, by one client: an IPv4 address or an
    /// IPv6 /64. Wider ranges have a multiple of them (``AddressGroup``).
    public var perAddress: [Rate]
    /// The rates of codes to one block of 1000 numbers. The reserve of a block has the same rates. Without rates, blocks
    /// have no limit and address groups no share.
    public var perBlock: [Rate]
    /// The rates of codes to one block that one address group requests.
    public var perBlockAndGroup: [Rate]
    /// The number of codes per day (UTC), over all numbers. Nothing exceeds it.
    public var perDay: Int
    /// The number of codes per full hour, over all numbers. Nothing exceeds it.
    public var perHour: Int
    /// The number of codes per hour to a prefix that is stopped, for address groups that did not cause the stop.
    public var perHourToStoppedPrefix: Int
    /// The number of wrong codes per hour, over all numbers and all device keys without a full session of the number's
    /// account. After them, further attempts are counted by ``lateAttemptsPerGroup``.
    public var wrongPerHour: Int

    /// An address group that sent this number of codes to a used-up block, or of unused codes to a stopped prefix, or of
    /// codes in a spent hour or day, has no part in the reserve. The second code is for a message that was lost.
    static let reservePerGroup = 2

    /// While the hourly quota of wrong codes is used up, the number of wrong codes of one address group in an hour after
    /// which its attempts wait.
    static let lateAttemptsPerGroup = 5

    /// The defaults of `perDay` and `wrongPerHour` suit an installation of ordinary size; `perHour` is an eighth of
    /// `perDay` by default, rounded up.
    public init(
        perNumber: [Rate] = [Rate(1, per: .seconds(60)), Rate(5, per: .hours(1)), Rate(10, per: longestSpan)],
        perNumberAndGroup: [Rate] = [Rate(2, per: .hours(1)), Rate(4, per: longestSpan)],
        perNumberAndKey: [Rate] = [Rate(2, per: .hours(1)), Rate(4, per: longestSpan)],
        perNumberAndKeyToRemove: [Rate] = [Rate(3, per: .hours(1)), Rate(6, per: longestSpan)],
        perNumberReserve: [Rate] = [Rate(2, per: .hours(1)), Rate(4, per: longestSpan)],
        perAddress: [Rate] = [Rate(10, per: .hours(1))], perBlock: [Rate] = [Rate(20, per: .hours(1))],
        perBlockAndGroup: [Rate] = [Rate(5, per: .hours(1))], perDay: Int = 50_000, perHour: Int? = nil,
        perHourToStoppedPrefix: Int = 100, wrongPerHour: Int = 10_000
    ) {
        self.perNumber = perNumber
        self.perNumberAndGroup = perNumberAndGroup
        self.perNumberAndKey = perNumberAndKey
        self.perNumberAndKeyToRemove = perNumberAndKeyToRemove
        self.perNumberReserve = perNumberReserve
        self.perAddress = perAddress
        self.perBlock = perBlock
        self.perBlockAndGroup = perBlockAndGroup
        self.perDay = perDay
        self.perHour = perHour ?? (perDay + 7) / 8
        self.perHourToStoppedPrefix = perHourToStoppedPrefix
        self.wrongPerHour = wrongPerHour
    }

    /// Sets the shortest time between two codes to one number, which is the first rate of `perNumber`.
    public mutating func setResendInterval(_ interval: Duration) {
        perNumber[0] = Rate(1, per: interval)
    }

    /// Sets the other rates of codes to one number: `count` per hour, and twice as many per day. Two fifths of them are
    /// for one known device, and a further fifth if it removes another one; the reserve has two fifths as well.
    public mutating func setSendsPerNumber(_ count: Int) {
        func rates(_ count: Int) -> [Rate] { [Rate(count, per: .hours(1)), Rate(2 * count, per: Self.longestSpan)] }
        let share = max(1, 2 * count / 5)
        perNumber = Array(perNumber.prefix(1)) + rates(count)
        perNumberAndKey = rates(share)
        perNumberAndKeyToRemove = rates(share + max(1, count / 5))
        perNumberReserve = rates(share)
    }

    /// Sets the rate of codes requested by one client. Above 10 the shares of an address group in the limits of a number
    /// and of a block grow in proportion, because many people then have one address.
    public mutating func setSendsPerAddress(_ count: Int) {
        let factor = max(1, count / 10)
        perAddress = [Rate(count, per: .hours(1))]
        perNumberAndGroup = [Rate(2 * factor, per: .hours(1)), Rate(4 * factor, per: Self.longestSpan)]
        perBlockAndGroup = [Rate(5 * factor, per: .hours(1))]
    }
}
