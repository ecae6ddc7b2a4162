/// What one send is counted under.
public struct SendKeys: Sendable, Hashable {
    /// The number's keyed index.
    public let number: [UInt8]
    /// A keyed hash of the caller's address, IPv6 cut to /64; nil where there is none.
    public let address: [UInt8]?
    /// A keyed hash of the number's block of 1000.
    public let block: [UInt8]
    /// The number's leading digits, whose codes must be used for it to go on.
    public let prefix: String
    /// Picks the shard of the spend cap.
    public let roll: UInt64

    /// The keys of one send.
    public init(number: [UInt8], address: [UInt8]?, block: [UInt8], prefix: String, roll: UInt64) {
        self.number = number
        self.address = address
        self.block = block
        self.prefix = prefix
        self.roll = roll
    }
}
