import Primitives

/// The proxies whose `X-Forwarded-For` header is believed.
///
/// Every connection to the public listener comes from a proxy if that listener is a Unix socket; it needs no block.
///
/// Only the last address of the header is used, which the proxy itself has appended. The client may have made up
/// everything before it.
public struct ProxyTrust: Sendable {
    private let blocks: [AddressBlock]

    /// Trusts the proxies with addresses in these blocks.
    public init(_ blocks: [AddressBlock]) { self.blocks = blocks }

    /// Trusts no proxy.
    public static let none = ProxyTrust([])

    func includes(_ address: IPAddress?) -> Bool {
        guard let address else { return false }
        return blocks.contains { $0.contains(address) }
    }

    /// The last element of the header; nil unless it is an address.
    static func lastHop(_ forwardedFor: String) -> String? {
        guard let last = forwardedFor.split(separator: ",").last else { return nil }
        let trimmed = last.drop { $0 == " " || $0 == "\t" }
        let end = trimmed.lastIndex { $0 != " " && $0 != "\t" }
        guard let end else { return nil }
        let address = String(trimmed[...end])
        return IPAddress(address) == nil ? nil : address
    }
}
