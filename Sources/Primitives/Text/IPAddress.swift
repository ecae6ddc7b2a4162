import Glibc

/// An IPv4 or IPv6 address. An IPv4 address is stored as the IPv6 address it maps to (`::ffff:192.0.2.1`), so that one
/// client has one value in either notation.
public struct IPAddress: Hashable, Sendable {
    public let bits: UInt128

    /// The 96 bits in front of every mapped IPv4 address.
    private static let mappedPrefix = UInt128(0xffff) << 32

    /// Parses `192.0.2.1`, `2001:db8::1` or `::ffff:192.0.2.1`.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        var ipv4 = in_addr()
        if inet_pton(AF_INET, text, &ipv4) == 1 {
            bits = Self.mappedPrefix | UInt128(UInt32(bigEndian: ipv4.s_addr))
            return
        }
        var ipv6 = in6_addr()
        guard inet_pton(AF_INET6, text, &ipv6) == 1 else { return nil }
        bits = withUnsafeBytes(of: &ipv6) { bytes in bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) } }
    }

    private init(bits: UInt128) { self.bits = bits }

    /// The 16 bytes of the address, in network order.
    public var bytes: [UInt8] { withUnsafeBytes(of: bits.bigEndian) { [UInt8]($0) } }

    public var isIPv4: Bool { bits >> 32 == 0xffff }

    public var isLoopback: Bool { isIPv4 ? (bits >> 24) & 0xff == 127 : bits == 1 }

    /// True for the host of a URL or of a listener that only this host can reach: a loopback address, or `localhost`.
    public static func isLoopback(host: some StringProtocol) -> Bool {
        host == "localhost" || IPAddress(host)?.isLoopback == true
    }

    /// The address that limits are counted by: an IPv4 or loopback address itself, otherwise the first address of the
    /// /64, because an IPv6 client can choose any address in its /64.
    public var clientNetwork: IPAddress {
        isIPv4 || isLoopback ? self : network(prefixLength: 64)
    }

    /// The first address of the network of which this address has the first `prefixLength` bits, counted in the notation
    /// of the address: of 32 bits for IPv4, of 128 for IPv6. A length out of bounds counts as the nearest bound.
    public func network(prefixLength: Int) -> IPAddress {
        let width = isIPv4 ? 32 : 128, host = width - min(max(prefixLength, 0), width)
        return IPAddress(bits: host == 128 ? 0 : (bits >> host) << host)
    }
}
