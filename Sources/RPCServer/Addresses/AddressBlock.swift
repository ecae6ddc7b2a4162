import Primitives

/// A block of IP addresses, such as `10.0.0.0/8` or `::1`.
public struct AddressBlock: Sendable, Hashable, LosslessStringConvertible {
    private let address: IPAddress
    /// The number of leading bits that all addresses of the block share, of the 128 bits of `IPAddress`.
    private let prefixLength: Int
    /// The block as it was written.
    public let description: String

    /// Parses an address, alone or with `/length`.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(first) else { return nil }
        let width = address.isIPv4 ? 32 : 128
        var length = width
        if parts.count == 2 {
            guard let given = Int(parts[1]), given >= 0, given <= width else { return nil }
            length = given
        }
        self.address = address
        prefixLength = 128 - width + length
        description = text
    }

    /// Parses blocks separated by commas and optional spaces; nil if any of them is malformed. An empty text has none.
    public static func list(_ text: String) -> [AddressBlock]? {
        var blocks: [AddressBlock] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
            var trimmed = part.drop { $0 == " " }
            while trimmed.last == " " { trimmed.removeLast() }
            guard let block = AddressBlock(String(trimmed)) else { return nil }
            blocks.append(block)
        }
        return blocks
    }

    /// True if the block has more addresses than an IPv4 /8 or an IPv6 /16, or if it is one of IPv6 that contains the
    /// IPv4 addresses. A proxy has none such; whoever is trusted by it chooses the client's address.
    public var isTooWideForProxies: Bool {
        let containsIPv4 = IPAddress("0.0.0.0").map(contains) ?? false
        return prefixLength < (address.isIPv4 || containsIPv4 ? 96 + 8 : 16)
    }

    func contains(_ other: IPAddress) -> Bool {
        let hostBits = 128 - prefixLength
        return hostBits == 128 || address.bits >> hostBits == other.bits >> hostBits
    }
}
