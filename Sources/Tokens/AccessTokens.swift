public import Primitives
import Synchronization

/// Makes and checks access tokens. One per process: it holds the key table and the cache of verified tokens.
public final class AccessTokens: Sendable {
    /// How far two clocks may be apart.
    public static let skew: Duration = .seconds(30)

    private let issuer: String
    private let policies: [String: AudiencePolicy]
    private let table: Mutex<KeyTable>
    private let cache: TokenCache

    /// `policies` names the audiences that need another form than the usual one.
    public init(
        issuer: String, keys: KeyTable, policies: [String: AudiencePolicy] = [:], cacheCapacity: Int = 65_536
    ) {
        self.issuer = issuer
        self.policies = policies
        table = Mutex(keys)
        cache = TokenCache(capacity: cacheCapacity)
    }

    /// The keys in force.
    public var keys: KeyTable { table.withLock { $0 } }

    /// Puts another key table in force at once, for minting, checking, and tokens already in the cache.
    public func replaceKeys(_ keys: KeyTable) { table.withLock { $0 = keys } }

    /// Forgets every verified token: after a feed mismatch nothing seen before counts.
    public func forgetVerified() { cache.forgetAll() }

    /// The token of these claims, signed by the active key of its audiences' algorithm.
    ///
    /// Throws `bad` where no such key is active, the life is over 300 s, or two audiences need different forms.
    public func mint(_ claims: AccessClaims) throws(TokenFault) -> AccessToken {
        guard let policy = claims.audiences.first.map(policy),
            claims.audiences.allSatisfy({ self.policy($0) == policy })
        else { throw .bad("no audience, or audiences of different forms") }
        guard claims.expires > claims.issued, claims.expires - claims.issued <= AccessClaims.longestLife else {
            throw .bad("a token lives 1…300 s")
        }
        guard let signer = keys.signer(policy.algorithm) else { throw .bad("no active key for \(policy.algorithm)") }
        let text = JWS.sign(claims.json, kind: policy.kind, kid: signer.kid, with: signer.key)
        guard let token = AccessToken(text) else { throw .bad("the token is longer than 8 KiB") }
        return token
    }

    /// Who is calling, if the token is ours, for this audience, and within its time.
    ///
    /// A token seen before costs a digest and a look-up: its signature was right then and is now. Time, audience, kind
    /// and key state are checked every time.
    public func verify(_ token: String, audience: String, now: Instant) throws(TokenFault) -> Caller {
        guard token.utf8.count <= JWS.longest else { throw .bad("no compact JWS of at most 8 KiB") }
        let kind = policy(audience).kind
        let digest = TokenCache.Digest(of: token)
        if let fact = cache.fact(digest), fact.kind == kind {
            guard keys[fact.kid] != nil else { throw .unknownKey(kid: fact.kid) }
            try check(fact.claims, audience: audience, now: now)
            return fact.caller
        }
        let (object, kid) = try JWS.verify(token, kind: kind, keys: keys)
        let claims = try AccessClaims(object)
        try check(claims, audience: audience, now: now)
        let fact = TokenCache.Fact(claims: claims, caller: Caller(claims), kid: kid, kind: kind)
        cache.keep(fact, as: digest)
        return fact.caller
    }

    /// As for text, for a token already held as one.
    public func verify(_ token: AccessToken, audience: String, now: Instant) throws(TokenFault) -> Caller {
        try verify(token.reveal, audience: audience, now: now)
    }

    private func policy(_ audience: String) -> AudiencePolicy { policies[audience] ?? .usual }

    private func check(_ claims: AccessClaims, audience: String, now: Instant) throws(TokenFault) {
        guard claims.issuer == issuer else { throw .wrongKind("iss is another service") }
        guard claims.audiences.contains(audience) else { throw .wrongKind("aud is another service") }
        let life = claims.expires - claims.issued
        guard life > .zero, life <= AccessClaims.longestLife else { throw .bad("the token's life is not 1…300 s") }
        guard claims.expires + Self.skew > now else { throw .expired }
        guard claims.notBefore <= now + Self.skew, claims.issued <= now + Self.skew else { throw .notYetValid }
    }
}
