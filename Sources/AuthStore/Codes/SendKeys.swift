public import Domain

/// The keys one sending of a code is counted under.
public struct SendKeys: Sendable, Hashable {
    public let phone: PhoneIndex
    /// A keyed hash of the client's network address, of the first 64 bits for IPv6; nil where there is no address.
    public let address: [UInt8]?
    /// A keyed hash of the number's block of 1000.
    public let block: [UInt8]
    /// The number's leading digits. Codes to a prefix are stopped when too few of them are used.
    public let prefix: String
    /// A random number that picks the shard of the daily quota of sends.
    public let shardSeed: UInt64

    public init(phone: PhoneIndex, address: [UInt8]?, block: [UInt8], prefix: String, shardSeed: UInt64) {
        self.phone = phone
        self.address = address
        self.block = block
        self.prefix = prefix
        self.shardSeed = shardSeed
    }
}
