public import Domain

/// The keys one sending of a code is counted under.
public struct SendKeys: Sendable, Hashable {
    public let phone: PhoneIndex
    /// The ranges that contain the client's network address, the widest first; empty where there is no address.
    ///
    /// Rows are locked in this order, so that two clients of one range cannot deadlock.
    public let addresses: [AddressGroup]
    /// A keyed hash of the number's block of 1000.
    public let block: [UInt8]
    /// The number's leading digits. Codes to a prefix are stopped when too few of them are used.
    public let prefix: String
    /// A random number that picks the shards of the quotas of sends.
    public let shardSeed: UInt64

    /// The widest range of the client's address below those of a provider. It has a share of the limits of a number, of
    /// a block and of the installation; nil where there is no address.
    public var shareGroup: [UInt8]? { addresses.first { !$0.isProviderRange }?.hash }

    /// The widest range of the client's provider, which has a share of every reserve; nil where the address belongs to
    /// no provider.
    var provider: [UInt8]? { addresses.first(where: \.isProviderRange)?.hash }

    /// These keys and those under the other index key, in the order of the keys' numbers. Every process locks rows in it.
    var underEachIndexKey: [SendKeys] { ([self] + otherKeys).sorted { $0.phone.key < $1.phone.key } }

    /// The same keys under the other index key in use, at most one: a send counts under both.
    public let otherKeys: [SendKeys]

    public init(
        phone: PhoneIndex, addresses: [AddressGroup], block: [UInt8], prefix: String, shardSeed: UInt64,
        otherKeys: [SendKeys] = []
    ) {
        self.otherKeys = otherKeys
        self.phone = phone
        self.addresses = addresses
        self.block = block
        self.prefix = prefix
        self.shardSeed = shardSeed
    }
}
