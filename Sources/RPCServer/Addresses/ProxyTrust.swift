/// Which neighbours may say on whose behalf they speak.
///
/// `X-Forwarded-For` is believed only from these addresses, and only its last hop: the one the proxy itself added.
public struct ProxyTrust: Sendable {
    private let blocks: [AddressBlock]

    /// Trusts callers in these blocks.
    public init(_ blocks: [AddressBlock]) { self.blocks = blocks }

    /// Trusts nobody.
    public static let none = ProxyTrust([])

    func includes(_ address: AddressBits?) -> Bool {
        guard let address else { return false }
        return blocks.contains { $0.contains(address) }
    }

    /// The caller a proxy names: its last word, if that is an address.
    static func lastHop(_ forwardedFor: String) -> String? {
        guard let last = forwardedFor.split(separator: ",").last else { return nil }
        let trimmed = last.drop { $0 == " " || $0 == "\t" }
        let end = trimmed.lastIndex { $0 != " " && $0 != "\t" }
        guard let end else { return nil }
        let address = String(trimmed[...end])
        return AddressBits(address) == nil ? nil : address
    }
}
