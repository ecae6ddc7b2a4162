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

    /// The index of a client's network address, by /64 for IPv6; nil where `peer` is empty.
    func address(_ peer: String) -> [UInt8]? { peer.isEmpty ? nil : tag("latchkey/address/1", Self.network(of: peer)) }

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

    /// The text of an address's ``IPAddress/clientNetwork``, whose keyed hash is stored; a text that is no address is
    /// returned unchanged.
    static func network(of peer: String) -> String {
        guard let network = IPAddress(peer)?.clientNetwork else { return peer }
        return network.isIPv4
            ? network.bytes.suffix(4).map(String.init).joined(separator: ".")
            : "v6 " + Hex.encode(Array(network.bytes.prefix(8)))
    }
}
