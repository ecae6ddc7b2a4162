import AuthStore
import Cryptography
import Domain
import Primitives

/// Turns phone numbers and network addresses into the forms the database holds: keyed hashes (indexes) to look them up
/// and count them by, and sealed text that auth alone can open.
struct PhoneProtection: Sendable {
    let keys: DataKeys
    let random: RandomSource

    /// The keyed hashes of a number under the active key and under the other one in use.
    func index(_ phone: E164) -> PhoneIndex { index(phone, keys.index) }

    private func index(_ phone: E164, _ keys: NumberedKeys) -> PhoneIndex {
        let text = LengthPrefixed.encode("latchkey/phone/1", Array(phone.text.utf8))
        return PhoneIndex(
            HMACSHA256.tag(key: keys.activeKey, text), key: keys.active,
            other: keys.other.flatMap { keys.all[$0] }.map { HMACSHA256.tag(key: $0, text) })
    }

    /// What a send to `phone` is counted under, for each index key in use, the active one first.
    ///
    /// - Parameter peer: the network address of the client; empty where there is none.
    func sendKeys(_ phone: E164, from peer: String, shardSeed: UInt64) -> SendKeys {
        let keys = keys.index, index = index(phone, keys)
        let otherKey = keys.other.flatMap { number in keys.all[number].map { (number, $0) } }
        let others = otherKey.map { number, key in
            sendKeys(phone, PhoneIndex(index.other ?? [], key: number), from: peer, shardSeed, key, others: [])
        }
        return sendKeys(phone, index, from: peer, shardSeed, keys.activeKey, others: others.map { [$0] } ?? [])
    }

    private func sendKeys(
        _ phone: E164, _ index: PhoneIndex, from peer: String, _ shardSeed: UInt64, _ key: Key256, others: [SendKeys]
    ) -> SendKeys {
        SendKeys(
            phone: index, addresses: Self.addressGroups(of: peer, key), block: Self.block(phone, key),
            prefix: prefix(phone), shardSeed: shardSeed, otherKeys: others)
    }

    /// The index of the block of 1000 numbers that `phone` belongs to.
    static func block(_ phone: E164, _ key: Key256) -> [UInt8] {
        tag("latchkey/phone-block/1", phone.thousandBlock, key)
    }

    /// The first five digits, which roughly identify country and mobile operator. Codes that go unused are counted by
    /// this prefix.
    func prefix(_ phone: E164) -> String { String(phone.digits.prefix(5)) }

    /// The ranges by which a client's requests are counted, the widest first; none where `peer` is empty.
    static func addressGroups(of peer: String, _ key: Key256) -> [AddressGroup] {
        func group(_ network: (name: String, multiple: Int), isProviderRange: Bool) -> AddressGroup {
            AddressGroup(
                hash: tag("latchkey/address/1", network.name, key), multiple: network.multiple,
                isProviderRange: isProviderRange)
        }
        return providerRanges(of: peer).map { group($0, isProviderRange: true) }
            + networks(of: peer).map { group($0, isProviderRange: false) }
    }

    /// Encrypts a phone number; its index under the first key is the additional authenticated data.
    func seal(_ phone: E164, _ index: PhoneIndex) -> Sealed {
        keys.seal(Array(phone.text.utf8), aad: Self.associatedData(index), random)
    }

    /// Decrypts a phone number; nil where the row is damaged or was sealed under another key or index.
    func open(_ sealed: Sealed, index: PhoneIndex) -> E164? {
        guard let plain = try? keys.open(sealed, aad: Self.associatedData(index)) else { return nil }
        return E164(stored: String(decoding: plain, as: UTF8.self))
    }

    /// The additional authenticated data of an encrypted phone number.
    static func associatedData(_ index: PhoneIndex) -> [UInt8] {
        LengthPrefixed.encode("latchkey/phone-seal/1", index.bytes)
    }

    private static func tag(_ label: String, _ text: String, _ key: Key256) -> [UInt8] {
        HMACSHA256.tag(key: key, LengthPrefixed.encode(label, Array(text.utf8)))
    }

    /// The names of the ranges that an address shares with other customers of its provider, the widest first, and the
    /// number of clients' limits that each has: the /32 and /40 of an IPv6 address have 64 and 16, the /16 of an IPv4
    /// address 64. A loopback address, and a text that is no address, has none.
    static func providerRanges(of peer: String) -> [(name: String, multiple: Int)] {
        guard let address = IPAddress(peer), !address.isLoopback else { return [] }
        if address.isIPv4 { return [("v4/16 " + name(of: address.network(prefixLength: 16)), 64)] }
        return [(32, 64), (40, 16)].map { length, multiple in
            ("v6/\(length) " + name(of: address.network(prefixLength: length)), multiple)
        }
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
