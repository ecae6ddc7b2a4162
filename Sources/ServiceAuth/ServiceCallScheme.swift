import Cryptography
import Primitives

/// The authentication of calls between the two services: one signed handshake, then a MAC on every call and every answer.
///
/// The caller makes a `ClientHandshake` and sends its assertion to `service.authenticate`. The other side's
/// `ServiceCallVerifier` replies with a `HandshakeResponse`. Both then share one session key: the caller keeps it in a
/// `ServiceSession`; the other side keeps nothing, because the key is sealed inside the handle.
public enum ServiceCallScheme {
    /// The HTTP header that carries a call's handle and MAC.
    public static let headerName = "Latchkey-Call"
    /// The HTTP header that carries an answer's MAC.
    public static let answerHeaderName = "Latchkey-Answer"
    /// The largest difference between the time in a call and the clock of the service that verifies the call, and the
    /// longest lifetime of an assertion. Within this time a recorded call can be replayed, so methods with effects carry
    /// a `requestId`.
    public static let window: Duration = .seconds(60)
    /// The time that a session key is valid.
    public static let sessionLifetime: Duration = .seconds(300)

    /// The bytes a call's MAC covers.
    static func message(method: String, path: String, body: [UInt8], time: Int64, nonce: String) -> [UInt8] {
        LengthPrefixed.encode(
            "latchkey/call/1", Array(method.utf8), Array(path.utf8), SHA256.hash(body), Array(String(time).utf8),
            Array(nonce.utf8))
    }

    /// The bytes an answer's MAC covers. The nonce is the request's, which binds the answer to that request; the label
    /// differs from that of a call, so that no call's MAC is the MAC of an answer.
    static func answerMessage(nonce: String, status: Int, body: [UInt8]) -> [UInt8] {
        LengthPrefixed.encode(
            "latchkey/answer/1", Array(nonce.utf8), Array(String(status).utf8), SHA256.hash(body))
    }

    /// The session key both sides derive: ECDH of the ephemeral keys, bound to both names, both keys and the assertion.
    static func sessionKey(
        secret: Key256, assertion: String, caller: String, answerer: String, callerKey: P256.PublicKey,
        answererKey: P256.PublicKey
    ) -> Key256 {
        let context = LengthPrefixed.encode(
            "latchkey/call-session/1", Array(caller.utf8), Array(answerer.utf8), callerKey.x963, answererKey.x963)
        var shared = secret.reveal
        defer { Wipe.bytes(&shared) }
        var bytes = HKDF.derive(shared, salt: SHA256.hash(Array(assertion.utf8)), info: context, count: 32)
        defer { Wipe.bytes(&bytes) }
        guard let key = Key256(bytes) else { preconditionFailure("HKDF gave 32 bytes") }
        return key
    }

    /// The bytes the answering service signs, so that no other service can respond in its name.
    static func signedResponse(
        assertion: String, callerKey: P256.PublicKey, answererKey: [UInt8], handle: String, expires: Instant
    ) -> [UInt8] {
        LengthPrefixed.encode(
            "latchkey/call-acceptance/1", SHA256.hash(Array(assertion.utf8)), callerKey.x963, answererKey,
            Array(handle.utf8), Array(String(expires.ms).utf8))
    }
}
