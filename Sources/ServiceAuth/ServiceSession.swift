import Cryptography
public import Primitives

/// The caller's side of a session: its key, and the handle by which the answering side finds the key again.
public struct ServiceSession: Sendable {
    /// The sealed session, as the other side returned it.
    public let handle: String
    /// The end of the session, by the other side's clock.
    public let expires: Instant
    let key: Key256

    init(handle: String, key: Key256, expires: Instant) {
        self.handle = handle
        self.key = key
        self.expires = expires
    }

    /// True when less than `margin` is left of the session.
    public func isEnding(now: Instant, margin: Duration = .seconds(30)) -> Bool { expires - now < margin }

    /// Authenticates one request.
    public func call(
        method: String = "POST", path: String, body: [UInt8], now: Instant, random: RandomSource
    ) -> OutgoingServiceCall {
        let nonce = Base64URL.encode(random.bytes(16))
        let message = ServiceCallScheme.message(method: method, path: path, body: body, time: now.ms, nonce: nonce)
        let mac = Base64URL.encode(HMACSHA256.tag(key: key, message))
        let header = ServiceCallHeader(handle: handle, time: now.ms, nonce: nonce, mac: mac).text
        return OutgoingServiceCall(header: header, nonce: nonce, key: key)
    }

    /// The value of the `Latchkey-Call` header for one request whose answer is not checked.
    public func header(
        method: String = "POST", path: String, body: [UInt8], now: Instant, random: RandomSource
    ) -> String { call(method: method, path: path, body: body, now: now, random: random).header }
}
