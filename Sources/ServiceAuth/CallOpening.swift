import Cryptography
public import Primitives

/// The caller's side of an introduction, kept until the other side has answered.
public struct CallOpening: Sendable {
    /// The text to send to `service.authenticate`, good for 60 s and once.
    public let assertion: String
    private let caller: String
    private let audience: String
    private let ephemeral: P256.PrivateKey

    /// Introduces `key`'s owner to the service named `audience`.
    public init(by key: ServiceKey, to audience: String, now: Instant, random: RandomSource) {
        caller = key.name
        self.audience = audience
        ephemeral = .generate(random)
        assertion = CallAssertion.make(
            by: key, to: audience, ephemeral: ephemeral.publicKey, now: now, random: random)
    }

    /// The session, once the answer is seen to be the audience's own; throws `badSignature` if it is not.
    public func accept(_ answer: CallAcceptance, peers: PeerKeys) throws(CallFault) -> CallSession {
        guard let point = Base64URL.decode(answer.publicKey), let peer = P256.PublicKey(x963: point),
            let signature = Base64URL.decode(answer.signature)
        else { throw .malformed("the answer's key or signature is unreadable") }
        let signed = InternalCall.acceptance(
            assertion: assertion, callerKey: ephemeral.publicKey, answererKey: point, handle: answer.handle,
            expires: answer.expires)
        guard peers.keys(of: audience).contains(where: { $0.isValid(signature, of: signed) }) else {
            throw .badSignature
        }
        let key = InternalCall.sessionKey(
            secret: ephemeral.sharedSecret(with: peer), assertion: assertion, caller: caller, answerer: audience,
            callerKey: ephemeral.publicKey, answererKey: peer)
        return CallSession(handle: answer.handle, key: key, expires: answer.expires)
    }
}
