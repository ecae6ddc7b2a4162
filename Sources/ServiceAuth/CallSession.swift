import Cryptography
public import Primitives

/// The caller's session key and the handle that names it; makes the header of each call.
public struct CallSession: Sendable {
    /// The sealed session, as the other side gave it.
    public let handle: String
    /// When to authenticate again, by the other side's clock.
    public let expires: Instant
    let key: Key256

    init(handle: String, key: Key256, expires: Instant) {
        self.handle = handle
        self.key = key
        self.expires = expires
    }

    /// Whether there is less than `margin` left.
    public func isEnding(now: Instant, margin: Duration = .seconds(30)) -> Bool { expires - now < margin }

    /// The `Latchkey-Call` header of one request.
    public func header(method: String = "POST", path: String, body: [UInt8], now: Instant, random: RandomSource)
        -> String
    {
        let nonce = Base64URL.encode(random.bytes(16))
        let message = InternalCall.message(method: method, path: path, body: body, time: now.ms, nonce: nonce)
        let mac = Base64URL.encode(HMACSHA256.tag(key: key, message))
        return CallHeader(handle: handle, time: now.ms, nonce: nonce, mac: mac).text
    }
}
