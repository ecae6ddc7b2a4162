import Cryptography
import Primitives
import StrictJSON

/// The signed first message of a handshake, a compact JWS: caller (`iss`), called service (`aud`), validity and the
/// caller's ephemeral key (`epk`).
struct HandshakeAssertion {
    static let type = "latchkey-call+jwt"
    static let maximumBytes = 4096

    let caller: String
    let ephemeral: P256.PublicKey
    let jti: String

    static func make(
        by key: ServiceKey, to audience: String, ephemeral: P256.PublicKey, now: Instant, random: RandomSource
    ) -> String {
        let header: JSON = ["typ": .string(type), "alg": "EdDSA", "kid": .string(key.kid)]
        let claims: JSON = [
            "iss": .string(key.name), "aud": .string(audience), "iat": .number(JSONNumber(now.ms / 1000)),
            "exp": .number(JSONNumber(now.ms / 1000 + ServiceCallScheme.window.components.seconds)),
            "jti": .string(Base64URL.encode(random.bytes(16))),
            "epk": .object(JSONObject(VerifyingKey.p256(ephemeral).jwk.map { ($0.name, .string($0.value)) })),
        ]
        return CompactJWS.make(header: header.encoded(), payload: claims.encoded(), sign: key.key.sign)
    }

    /// Verifies an assertion made for `audience`, signed by a key of the peer it names as issuer.
    init(_ text: String, audience: String, peers: PeerKeys, now: Instant) throws(ServiceCallFault) {
        guard let jws = CompactJWS(text, maximum: Self.maximumBytes),
            let header = try? JSON(parsing: jws.header, limits: JSONLimits(depth: 4)).object,
            let claims = try? JSON(parsing: jws.payload, limits: JSONLimits(depth: 4)).object
        else { throw .malformed("no compact JWS of strict JSON") }
        guard header["typ"]?.string == Self.type, header["alg"]?.string == "EdDSA" else { throw .wrongKind }
        guard header.count == 3, let kid = header["kid"]?.string else {
            throw .malformed("the header is typ, alg, kid")
        }
        guard let peer = peers[kid] else { throw .unknownPeer }
        guard peer.key.isValid(jws.signature, of: jws.signedBytes) else { throw .badSignature }
        guard claims["iss"]?.string == peer.name else { throw .wrongIssuer }
        guard claims["aud"]?.string == audience else { throw .wrongAudience }
        guard let issued = claims["iat"]?.number?.int64, let expires = claims["exp"]?.number?.int64,
            let jti = claims["jti"]?.string, (16...128).contains(jti.utf8.count)
        else { throw .malformed("iat, exp or jti is missing") }
        let (window, second) = (ServiceCallScheme.window.components.seconds, now.ms / 1000)
        let (lifetime, overflowed) = expires.subtractingReportingOverflow(issued)
        guard !overflowed, (0...window).contains(lifetime), second <= expires, issued <= second + window else {
            throw .outsideWindow
        }
        guard case .p256(let ephemeral) = VerifyingKey(jwk: { claims["epk"]?.object?[$0]?.string }) else {
            throw .malformed("epk is no P-256 key")
        }
        caller = peer.name
        self.jti = jti
        self.ephemeral = ephemeral
    }
}
