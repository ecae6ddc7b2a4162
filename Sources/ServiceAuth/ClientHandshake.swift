import Cryptography
public import Primitives

/// The caller's side of a handshake: the assertion it sends and the ephemeral key it keeps until the response arrives.
public struct ClientHandshake: Sendable {
    /// The text to send to `service.authenticate`; it is valid for 60 s and accepted once.
    public let assertion: String
    private let caller: String
    private let audience: String
    private let ephemeral: P256.PrivateKey

    /// Begins a handshake of the key's owner with the service named `audience`.
    public init(by key: ServiceKey, to audience: String, now: Instant, random: RandomSource) {
        caller = key.name
        self.audience = audience
        ephemeral = .generate(random)
        assertion = HandshakeAssertion.make(
            by: key, to: audience, ephemeral: ephemeral.publicKey, now: now, random: random)
    }

    /// Derives the session from the response.
    ///
    /// - Throws: `malformed` for an unreadable key or signature, `badSignature` unless a key of the audience signed the
    ///   response.
    public func finish(_ response: HandshakeResponse, peers: PeerKeys) throws(ServiceCallFault) -> ServiceSession {
        guard let point = Base64URL.decode(response.publicKey), let publicKey = P256.PublicKey(x963: point),
            let signature = Base64URL.decode(response.signature)
        else { throw .malformed("the answer's key or signature is unreadable") }
        let signed = ServiceCallScheme.signedResponse(
            assertion: assertion, callerKey: ephemeral.publicKey, answererKey: point, handle: response.handle,
            expires: response.expires)
        guard peers.keys(of: audience).contains(where: { $0.isValid(signature, of: signed) }) else {
            throw .badSignature
        }
        let key = ServiceCallScheme.sessionKey(
            secret: ephemeral.sharedSecret(with: publicKey), assertion: assertion, caller: caller, answerer: audience,
            callerKey: ephemeral.publicKey, answererKey: publicKey)
        return ServiceSession(handle: response.handle, key: key, expires: response.expires)
    }
}
