/// A range of network addresses that sends are counted by.
///
/// A client of IPv6 chooses its address within a /64 and often has a whole /56 or /48, so a request counts for all
/// three; one of IPv4 counts for the address and for its /24. It counts also for the wider ranges of a provider.
public struct AddressGroup: Sendable, Hashable {
    /// The keyed hash of the range.
    public let hash: [UInt8]
    /// The number by which the limits of one client are multiplied for the range; at least 1.
    public let multiple: Int
    /// True if the range is wider than the one that has a share of other limits: the /40 and the /32 of an IPv6 address,
    /// the /16 of an IPv4 address. Many people use such a range, so it is counted by quotas of several rows.
    public let isProviderRange: Bool

    public init(hash: [UInt8], multiple: Int, isProviderRange: Bool = false) {
        self.hash = hash
        self.multiple = multiple
        self.isProviderRange = isProviderRange
    }

    /// The rates of the range, from those of one client.
    func rates(_ client: [SendLimits.Rate]) -> [SendLimits.Rate] {
        client.map { SendLimits.Rate($0.count * multiple, per: $0.span) }
    }
}
