import AuthStore
import Cryptography
import Domain
import Primitives

/// Turns phone numbers and network addresses into the forms the database holds: keyed hashes (indexes) to look them up
/// and count them by, and sealed text that auth alone can open.
struct PhoneProtection: Sendable {
    let keys: AuthKeys
    let random: RandomSource

    func index(_ phone: E164) -> PhoneIndex { PhoneIndex(tag("latchkey/phone/1", phone.text)) }

    /// The index of the block of 1000 numbers that `phone` belongs to.
    func block(_ phone: E164) -> [UInt8] { tag("latchkey/phone-block/1", phone.thousandBlock) }

    /// The first five digits, which roughly identify country and mobile operator. Codes that go unused are counted by
    /// this prefix.
    func prefix(_ phone: E164) -> String { String(phone.digits.prefix(5)) }

    /// The ranges by which a client's requests are counted, the widest first; none where `peer` is empty.
    func addressGroups(of peer: String) -> [AddressGroup] {
        Self.networks(of: peer).map { name, multiple in
            AddressGroup(hash: tag("latchkey/address/1", name), multiple: multiple)
        }
    }

    /// Encrypts a phone number; its index is the additional authenticated data.
    func seal(_ phone: E164) -> [UInt8] {
        AESGCM.seal(Array(phone.text.utf8), key: keys.seal, aad: aad(index(phone)), random: random)
    }

    /// Decrypts a phone number; nil where the row is damaged or was sealed under another key or index.
    func open(_ sealed: [UInt8], index: PhoneIndex) -> E164? {
        guard let plain = try? AESGCM.open(sealed, key: keys.seal, aad: aad(index)) else { return nil }
        return E164(parsing: String(decoding: plain, as: UTF8.self))
    }

    private func aad(_ index: PhoneIndex) -> [UInt8] {
        LengthPrefixed.encode("latchkey/phone-seal/1", index.bytes)
    }

    private func tag(_ label: String, _ text: String) -> [UInt8] {
        HMACSHA256.tag(key: keys.index, LengthPrefixed.encode(label, Array(text.utf8)))
    }

    /// The names of the ranges that contain an address, whose keyed hashes are stored, and the number of clients' limits
    /// that each has: the /48, /56 and /64 of an IPv6 address have four, two and one, the /24 of an IPv4 address eight
    /// and the address one. A loopback address, and a text that is no address, is one range.
    static func networks(of peer: String) -> [(name: String, multiple: Int)] {
        guard !peer.isEmpty else { return [] }
        guard let address = IPAddress(peer) else { return [(peer, 1)] }
        if address.isLoopback { return [(name(of: address), 1)] }
        if address.isIPv4 {
            return [("v4/24 " + name(of: address.network(prefixLength: 24)), 8), (name(of: address), 1)]
        }
        let wide = [(48, 4), (56, 2)].map { length, multiple in
            ("v6/\(length) " + name(of: address.network(prefixLength: length)), multiple)
        }
        return wide + [(name(of: address), 1)]
    }

    /// The text of an address's ``IPAddress/clientNetwork``.
    private static func name(of address: IPAddress) -> String {
        let network = address.clientNetwork
        return network.isIPv4
            ? network.bytes.suffix(4).map(String.init).joined(separator: ".")
            : "v6 " + Hex.encode(Array(network.bytes.prefix(8)))
    }
}
