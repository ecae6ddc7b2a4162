import Glibc

/// A network address as its bits: IPv4 is held in its IPv6-mapped form, so that one caller has one key.
struct AddressBits: Hashable, Sendable {
    let bits: UInt128

    /// The 96 bits before every mapped IPv4 address.
    private static let mapped = UInt128(0xffff) << 32

    /// Reads `192.0.2.1`, `2001:db8::1` or `::ffff:192.0.2.1`.
    init?(_ text: some StringProtocol) {
        let text = String(text)
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bits = Self.mapped | UInt128(UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        bits = withUnsafeBytes(of: &six) { bytes in bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) } }
    }

    private init(bits: UInt128) { self.bits = bits }

    var isIPv4: Bool { bits >> 32 == 0xffff }

    var isLoopback: Bool { isIPv4 ? (bits >> 24) & 0xff == 127 : bits == 1 }

    /// Whom a limit counts: an IPv4 address, or the /64 an IPv6 caller may pick addresses from at will.
    var household: AddressBits { isIPv4 || isLoopback ? self : AddressBits(bits: (bits >> 64) << 64) }
}
