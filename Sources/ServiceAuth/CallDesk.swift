public import Cryptography
public import Primitives

/// The answering side: takes introductions and checks the calls that follow. Holds no sessions of its own.
public struct CallDesk: Sendable {
    private let key: ServiceKey
    private let peers: PeerKeys
    private let sealing: [Key256]

    /// `sealing` is the key file the instances share: the first seals handles, every one opens them.
    public init(key: ServiceKey, peers: PeerKeys, sealing: [Key256]) {
        precondition(!sealing.isEmpty, "handles need a key")
        self.key = key
        self.peers = peers
        self.sealing = sealing
    }

    /// Takes an introduction: who calls, its `jti` (to be accepted once), and the answer to send.
    public func open(
        _ assertion: String, now: Instant, random: RandomSource
    ) throws(CallFault) -> (caller: String, jti: String, answer: CallAcceptance) {
        let said = try CallAssertion(assertion, audience: key.name, peers: peers, now: now)
        let ephemeral = P256.PrivateKey.generate(random)
        let session = InternalCall.sessionKey(
            secret: ephemeral.sharedSecret(with: said.ephemeral), assertion: assertion, caller: said.caller,
            answerer: key.name, callerKey: said.ephemeral, answererKey: ephemeral.publicKey)
        let expires = now + InternalCall.life
        let handle = CallHandle(caller: said.caller, key: session, expires: expires)
            .sealed(by: sealing[0], service: key.name, random: random)
        let point = ephemeral.publicKey.x963
        let signature = key.key.sign(
            InternalCall.acceptance(
                assertion: assertion, callerKey: said.ephemeral, answererKey: point, handle: handle, expires: expires))
        return (
            said.caller, said.jti,
            CallAcceptance(
                handle: handle, publicKey: Base64URL.encode(point), signature: Base64URL.encode(signature),
                expires: expires)
        )
    }

    /// Checks one call's header against its request; throws the reason it is not authentic.
    public func check(
        _ header: String, method: String = "POST", path: String, body: [UInt8], now: Instant
    ) throws(CallFault) -> VerifiedCall {
        guard let header = CallHeader(header) else { throw .malformed("the header is not v1 handle, t, n, mac") }
        let handle = sealing.lazy.compactMap { CallHandle(header.handle, key: $0, service: key.name) }.first
        guard let handle, now < handle.expires else { throw .unknownSession }
        let message = InternalCall.message(
            method: method, path: path, body: body, time: header.time, nonce: header.nonce)
        guard let mac = Base64URL.decode(header.mac), HMACSHA256.isValid(mac, key: handle.key, message) else {
            throw .badMAC
        }
        let apart = now - Instant(ms: header.time)
        guard apart <= InternalCall.window, apart >= .zero - InternalCall.window else { throw .outsideWindow }
        return VerifiedCall(caller: handle.caller, nonce: header.nonce, time: Instant(ms: header.time))
    }
}
