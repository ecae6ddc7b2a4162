public import Cryptography
public import Primitives
import Synchronization

/// Issues and checks the nonces that prove a request proof fresh without trust in the device's clock.
///
/// A nonce consists of its expiry and a MAC of the expiry, so that any instance with the key can check a nonce that
/// another instance issued.
public final class ServerNonce: Sendable {
    private struct State {
        var keys: [Key256]
        /// The nonce issued last. Every response of auth's public listener carries a nonce, and responses of the same
        /// millisecond carry the same nonce.
        var latest: (expiry: Instant, nonce: String)?
    }

    private let state: Mutex<State>
    private let lifetime: Duration

    /// - Parameter keys: the first key makes nonces, and every key checks them. There are two during a key change.
    public init(keys: [Key256], lifetime: Duration = ShortLivedCredential.longestLife) {
        precondition(!keys.isEmpty, "a nonce needs a key")
        state = Mutex(State(keys: keys))
        self.lifetime = lifetime
    }

    /// Replaces the keys, of which there must be at least one. The first one makes nonces from now on.
    public func replaceKeys(_ keys: [Key256]) {
        precondition(!keys.isEmpty, "a nonce needs a key")
        state.withLock { $0 = State(keys: keys) }
    }

    /// A nonce that expires after `lifetime`, 32 characters of base64url.
    public func issue(now: Instant) -> String {
        let expiry = now + lifetime
        return state.withLock { state in
            if let latest = state.latest, latest.expiry == expiry { return latest.nonce }
            let bytes = Self.bytes(expiry)
            let nonce = Base64URL.encode(bytes + Self.tag(bytes, state.keys[0]))
            state.latest = (expiry, nonce)
            return nonce
        }
    }

    /// Returns true if a nonce was issued with one of the keys and has not expired. A nonce that expires more than
    /// ``ClockSkew/allowed`` later than a new one would is refused, because the clock of the instance that issued it was wrong.
    public func isFresh(_ nonce: String, now: Instant) -> Bool {
        guard let bytes = Base64URL.decode(nonce), bytes.count == 24 else { return false }
        let expiry = Array(bytes[..<8])
        let keys = state.withLock { $0.keys }
        guard keys.contains(where: { ConstantTime.equal(Array(bytes[8...]), Self.tag(expiry, $0)) }) else {
            return false
        }
        let end = Instant(ms: Int64(bitPattern: expiry.reduce(0) { $0 << 8 | UInt64($1) }))
        return now < end && end - now <= lifetime + ClockSkew.allowed
    }

    private static func bytes(_ instant: Instant) -> [UInt8] {
        withUnsafeBytes(of: instant.ms.bigEndian) { [UInt8]($0) }
    }

    private static func tag(_ expiry: [UInt8], _ key: Key256) -> [UInt8] {
        Array(HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/nonce/1", expiry)).prefix(16))
    }
}
