public import Cryptography
public import Primitives

/// The answering side of authenticated calls: accepts handshakes and verifies the calls that follow.
///
/// It stores no sessions: each session is sealed in the handle its caller sends along, so that every instance with the
/// shared sealing keys can verify the call.
public struct ServiceCallVerifier: Sendable {
    private let keys: LinkKeys
    private let sealingKeys: [Key256]

    /// - Parameter sealing: the keys all instances share, at least one. The first seals handles, every one opens them.
    public init(keys: LinkKeys, sealing: [Key256]) {
        precondition(!sealing.isEmpty, "handles need a key")
        self.keys = keys
        sealingKeys = sealing
    }

    /// Verifies an assertion and makes the session it asks for.
    ///
    /// - Returns: the caller's name, the assertion's `jti`, and the response to send. The `jti` must be accepted only
    ///   once; the store records which were used.
    public func acceptHandshake(
        _ assertion: String, now: Instant, random: RandomSource
    ) throws(ServiceCallFault) -> (caller: String, jti: String, answer: HandshakeResponse) {
        let key = keys.own
        let claims = try HandshakeAssertion(assertion, audience: key.name, peers: keys.peers, now: now)
        let ephemeral = P256.PrivateKey.generate(random)
        let sessionKey = ServiceCallScheme.sessionKey(
            secret: ephemeral.sharedSecret(with: claims.ephemeral), assertion: assertion, caller: claims.caller,
            answerer: key.name, callerKey: claims.ephemeral, answererKey: ephemeral.publicKey)
        let expires = now + ServiceCallScheme.sessionLifetime
        let handle = SessionHandle(caller: claims.caller, key: sessionKey, expires: expires)
            .sealed(by: sealingKeys[0], service: key.name, random: random)
        let publicKey = ephemeral.publicKey.x963
        let signature = key.key.sign(
            ServiceCallScheme.signedResponse(
                assertion: assertion, callerKey: claims.ephemeral, answererKey: publicKey, handle: handle,
                expires: expires))
        return (
            claims.caller, claims.jti,
            HandshakeResponse(
                handle: handle, publicKey: Base64URL.encode(publicKey), signature: Base64URL.encode(signature),
                expires: expires)
        )
    }

    /// Verifies the header of one call against the request it came with.
    public func verify(
        _ header: String, method: String = "POST", path: String, body: [UInt8], now: Instant
    ) throws(ServiceCallFault) -> VerifiedServiceCall {
        guard let header = ServiceCallHeader(header) else { throw .malformed("the header is not v1 handle, t, n, mac") }
        let service = keys.own.name
        let session = sealingKeys.lazy.compactMap { SessionHandle(header.handle, key: $0, service: service) }.first
        guard let session, now < session.expires else { throw .unknownSession }
        let message = ServiceCallScheme.message(
            method: method, path: path, body: body, time: header.time, nonce: header.nonce)
        guard let mac = Base64URL.decode(header.mac), HMACSHA256.isValid(mac, key: session.key, message) else {
            throw .badMAC
        }
        let age = now - Instant(ms: header.time)
        guard age <= ServiceCallScheme.window, age >= .zero - ServiceCallScheme.window else { throw .outsideWindow }
        return VerifiedServiceCall(
            caller: session.caller, nonce: header.nonce, time: Instant(ms: header.time), sessionKey: session.key)
    }
}
