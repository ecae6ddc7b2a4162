public import Primitives

/// How many codes may be sent, and to and from where; AUTH.md, "One-time codes".
public struct SendLimits: Sendable, Hashable {
    /// At most `count` in any stretch of `span`.
    public struct Rate: Sendable, Hashable {
        /// How many.
        public let count: Int
        /// In how long a stretch.
        public let span: Duration

        /// A rate.
        public init(_ count: Int, per span: Duration) {
            self.count = count
            self.span = span
        }
    }

    /// To one number.
    public var number: [Rate]
    /// From one address (IPv6: one /64).
    public var address: [Rate]
    /// To one block of 1000 numbers.
    public var block: [Rate]
    /// In all, a day: the spend cap. Kept in shards of an equal share each.
    public var perDay: Int
    /// The part of ``perDay`` that is kept for device keys that are let in on the number's account: a tenth.
    var ownPerDay: Int { perDay / 10 }
    /// Wrong codes in all, an hour, from device keys that never held a session for the number.
    public var wrongPerHour: Int

    /// The defaults of the design; the two global ones are for an installation of ordinary size.
    public init(
        number: [Rate] = [Rate(1, per: .seconds(60)), Rate(5, per: .hours(1)), Rate(10, per: .hours(24))],
        address: [Rate] = [Rate(10, per: .hours(1))], block: [Rate] = [Rate(20, per: .hours(1))],
        perDay: Int = 50_000, wrongPerHour: Int = 10_000
    ) {
        self.number = number
        self.address = address
        self.block = block
        self.perDay = perDay
        self.wrongPerHour = wrongPerHour
    }
}
