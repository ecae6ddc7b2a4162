/// A range of network addresses that sends are counted by.
///
/// A client of IPv6 chooses its address within a /64 and often has a whole /56 or /48, so a request counts for all
/// three; one of IPv4 counts for the address and for its /24.
public struct AddressGroup: Sendable, Hashable {
    /// The keyed hash of the range.
    public let hash: [UInt8]
    /// The number by which the limits of one client are multiplied for the range; at least 1.
    public let multiple: Int

    public init(hash: [UInt8], multiple: Int) {
        self.hash = hash
        self.multiple = multiple
    }

    /// The rates of the range, from those of one client.
    func rates(_ client: [SendLimits.Rate]) -> [SendLimits.Rate] {
        client.map { SendLimits.Rate($0.count * multiple, per: $0.span) }
    }
}
