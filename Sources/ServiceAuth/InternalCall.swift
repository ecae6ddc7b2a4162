import Cryptography
import Primitives

/// Calls between the services: one signed introduction, then a MAC on every call (OPERATE.md "The pair's own calls").
///
/// The caller makes a `CallOpening` and sends its assertion to `service.authenticate`; the other side's `CallDesk`
/// answers with a `CallAcceptance`; both then hold one session key, the caller in a `CallSession`, the other side
/// nowhere: it is sealed in the handle, so that any instance with the shared key file can open it.
public enum InternalCall {
    /// The header a call's MAC travels in.
    public static let headerName = "Latchkey-Call"
    /// How far the caller's clock may be off, and how long a call can be replayed: effects carry a `requestId`.
    public static let window: Duration = .seconds(60)
    /// How long a session key lasts.
    public static let life: Duration = .seconds(300)

    /// What a call's MAC covers.
    static func message(method: String, path: String, body: [UInt8], time: Int64, nonce: String) -> [UInt8] {
        LP.encode(
            "latchkey/call/1", Array(method.utf8), Array(path.utf8), SHA256.hash(body), Array(String(time).utf8),
            Array(nonce.utf8))
    }

    /// The session key both sides derive: ECDH of the ephemeral keys, bound to both names, both keys and the assertion.
    static func sessionKey(
        secret: Key256, assertion: String, caller: String, answerer: String, callerKey: P256.PublicKey,
        answererKey: P256.PublicKey
    ) -> Key256 {
        let context = LP.encode(
            "latchkey/call-session/1", Array(caller.utf8), Array(answerer.utf8), callerKey.x963, answererKey.x963)
        var shared = secret.reveal
        defer { Wipe.bytes(&shared) }
        var bytes = HKDF.derive(shared, salt: SHA256.hash(Array(assertion.utf8)), info: context, count: 32)
        defer { Wipe.bytes(&bytes) }
        guard let key = Key256(bytes) else { preconditionFailure("HKDF gave 32 bytes") }
        return key
    }

    /// What the answering service signs, so that nobody else can answer in its name.
    static func acceptance(
        assertion: String, callerKey: P256.PublicKey, answererKey: [UInt8], handle: String, expires: Instant
    ) -> [UInt8] {
        LP.encode(
            "latchkey/call-acceptance/1", SHA256.hash(Array(assertion.utf8)), callerKey.x963, answererKey,
            Array(handle.utf8), Array(String(expires.ms).utf8))
    }
}
