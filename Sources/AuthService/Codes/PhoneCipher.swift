import Cryptography
import Glibc
import Primitives

/// Numbers as they may be stored: an index that leads nowhere without a key, and a sealed text.
struct PhoneCipher: Sendable {
    let keys: AuthKeys
    let random: RandomSource

    /// The number's index.
    func index(_ phone: E164) -> [UInt8] { tag("latchkey/phone/1", phone.text) }

    /// The index of the number's block of 1000.
    func block(_ phone: E164) -> [UInt8] { tag("latchkey/phone-block/1", phone.thousandBlock) }

    /// The leading digits by which a prefix is judged: country and network, five digits.
    func prefix(_ phone: E164) -> String { String(phone.digits.prefix(5)) }

    /// The index of a caller's address, IPv6 cut to its /64; nil where there is none.
    func address(_ peer: String) -> [UInt8]? { peer.isEmpty ? nil : tag("latchkey/address/1", Self.network(of: peer)) }

    /// The number, sealed; its index is bound to it.
    func seal(_ phone: E164) -> [UInt8] {
        AESGCM.seal(Array(phone.text.utf8), key: keys.seal, aad: aad(index(phone)), random: random)
    }

    /// The number of a sealed text; nil where it does not open, which is for an alarm, never for a guess.
    func open(_ sealed: [UInt8], index: [UInt8]) -> E164? {
        guard let plain = try? AESGCM.open(sealed, key: keys.seal, aad: aad(index)) else { return nil }
        return E164(parsing: String(decoding: plain, as: UTF8.self))
    }

    private func aad(_ index: [UInt8]) -> [UInt8] { LengthPrefixed.encode("latchkey/phone-seal/1", index) }

    private func tag(_ label: String, _ text: String) -> [UInt8] {
        HMACSHA256.tag(key: keys.index, LengthPrefixed.encode(label, Array(text.utf8)))
    }

    /// What an address is counted as: itself, or its /64.
    static func network(of peer: String) -> String {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, peer, &bytes) == 1 else { return peer }
        return withUnsafeBytes(of: bytes) { bytes in
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
            if isMapped { return bytes.suffix(4).map(String.init).joined(separator: ".") }
            return "v6 " + Hex.encode(Array(bytes.prefix(8)))
        }
    }
}
