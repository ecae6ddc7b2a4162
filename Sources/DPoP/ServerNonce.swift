public import Cryptography
public import Primitives

/// The nonces that make request proofs fresh without trusting a device's clock. Stateless: an expiry and its MAC, so
/// that any instance with the key can check what another gave out.
public struct ServerNonce: Sendable {
    private let keys: [Key256]
    private let life: Duration

    /// The first key makes nonces, every key checks them (two while a key is being changed). Nonces live 300 s.
    public init(keys: [Key256], life: Duration = .seconds(300)) {
        precondition(!keys.isEmpty, "a nonce needs a key")
        self.keys = keys
        self.life = life
    }

    /// A nonce good from now for its life, 32 characters of base64url.
    public func issue(now: Instant) -> String {
        let expiry = Self.bytes(now + life)
        return Base64URL.encode(expiry + Self.tag(expiry, keys[0]))
    }

    /// Whether a nonce is one of ours and still good. One too far ahead is not: the key or the clock is not ours.
    public func isFresh(_ nonce: String, now: Instant) -> Bool {
        guard nonce.utf8.count == 32, let bytes = Base64URL.decode(nonce), bytes.count == 24 else { return false }
        let expiry = Array(bytes[..<8])
        guard keys.contains(where: { ConstantTime.equal(Array(bytes[8...]), Self.tag(expiry, $0)) }) else {
            return false
        }
        let end = Instant(ms: Int64(bitPattern: expiry.reduce(0) { $0 << 8 | UInt64($1) }))
        return now < end && end - now <= life + .seconds(30)
    }

    private static func bytes(_ instant: Instant) -> [UInt8] {
        withUnsafeBytes(of: instant.ms.bigEndian) { [UInt8]($0) }
    }

    private static func tag(_ expiry: [UInt8], _ key: Key256) -> [UInt8] {
        Array(HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/nonce/1", expiry)).prefix(16))
    }
}
