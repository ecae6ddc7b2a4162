import Cryptography
import Primitives

/// The content of a session handle: the caller's name, the session key and its expiry, which the answering side seals
/// for itself.
struct SessionHandle {
    let caller: String
    let key: Key256
    let expires: Instant

    init(caller: String, key: Key256, expires: Instant) {
        self.caller = caller
        self.key = key
        self.expires = expires
    }

    /// The handle's text: key ‖ expiry (8 bytes, big-endian) ‖ caller's name, sealed under a key of this service.
    func sealed(by sealing: Key256, service: String, random: RandomSource) -> String {
        var plain = key.reveal + withUnsafeBytes(of: expires.ms.bigEndian) { [UInt8]($0) } + Array(caller.utf8)
        defer { Wipe.bytes(&plain) }
        return Base64URL.encode(AESGCM.seal(plain, key: sealing, aad: Self.aad(service), random: random))
    }

    /// Opens a handle; nil unless it was sealed under this key for this service.
    init?(_ text: String, key sealing: Key256, service: String) {
        guard let sealed = Base64URL.decode(text),
            var plain = try? AESGCM.open(sealed, key: sealing, aad: Self.aad(service))
        else { return nil }
        defer { Wipe.bytes(&plain) }
        guard plain.count > 40, let key = Key256(Array(plain[..<32])) else { return nil }
        let expiresMs = plain[32..<40].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(
            caller: String(decoding: plain[40...], as: UTF8.self), key: key,
            expires: Instant(ms: Int64(bitPattern: expiresMs)))
    }

    private static func aad(_ service: String) -> [UInt8] {
        LengthPrefixed.encode("latchkey/call-handle/1", Array(service.utf8))
    }
}
