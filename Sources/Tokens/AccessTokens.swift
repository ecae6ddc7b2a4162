import Cryptography
public import Primitives
import StrictJSON
import Synchronization

/// Mints access tokens, which are JWTs of type `at+jwt` signed with ES256, and verifies them with the keys of a table.
/// One instance per process holds the key table and the cache of verified tokens.
public final class AccessTokens: Sendable {
    /// The clock difference between two hosts that `exp`, `nbf` and `iat` tolerate.
    public static let skew = ClockSkew.allowed

    static let type = "at+jwt"

    private let issuer: String
    private let table: Mutex<KeyTable>
    private let cache: TokenCache

    public init(issuer: String, keys: KeyTable, cacheCapacity: Int = 65_536) {
        self.issuer = issuer
        table = Mutex(keys)
        cache = TokenCache(capacity: cacheCapacity)
    }

    /// The key table in use.
    public var keys: KeyTable { table.withLock { $0 } }

    /// Replaces the key table. A cached token whose key is no longer in it is refused from now on.
    public func replaceKeys(_ keys: KeyTable) { table.withLock { $0 = keys } }

    /// Signs the claims with the last active ES256 key whose private key the table holds.
    ///
    /// - Throws: `bad` if there is no such key, if the claims have no audience or a lifetime of 0 s or less or of more
    ///   than 300 s, and if the token would be longer than 8 KiB.
    public func mint(_ claims: AccessClaims) throws(TokenFault) -> AccessToken {
        guard !claims.audiences.isEmpty else { throw .bad("the token has no audience") }
        try checkLifetime(claims)
        guard let signer = keys.signer(.es256) else { throw .bad("no ES256 key is active") }
        let text = JWS.sign(claims.json, type: Self.type, kid: signer.kid, with: signer.key)
        guard let token = AccessToken(text) else { throw .bad("the token is longer than 8 KiB") }
        return token
    }

    /// Returns the caller of a token that this issuer signed for `audience` and that is valid at `now`.
    ///
    /// The signature of a cached token is not checked again, which leaves a digest and a dictionary lookup. Every call
    /// checks that the token's key is still in the table, and checks times, issuer and audience.
    public func verify(_ token: String, audience: String, now: Instant) throws(TokenFault) -> Caller {
        guard token.utf8.count <= JWS.maximumBytes else { throw .bad("no compact JWS of at most 8 KiB") }
        let digest = TokenCache.Digest(of: token)
        if let verified = cache.token(digest) {
            guard keys[verified.kid] != nil else { throw .unknownKey(kid: verified.kid) }
            try check(verified.claims, audience: audience, now: now)
            return verified.caller
        }
        let (object, kid) = try verifySignature(token, now: now)
        let claims = try AccessClaims(object)
        try check(claims, audience: audience, now: now)
        let caller = Caller(claims)
        cache.insert(TokenCache.VerifiedToken(claims: claims, caller: caller, kid: kid), for: digest)
        return caller
    }

    /// A token of an unknown key that states its own expiry counts as expired after it: the device needs a new token,
    /// whoever signed this one.
    private func verifySignature(_ token: String, now: Instant) throws(TokenFault) -> (claims: JSONObject, kid: String)
    {
        do {
            return try JWS.verify(token, type: Self.type, keys: keys)
        } catch .unknownKey(let kid) {
            let expiry = CompactJWS(token, maximum: JWS.maximumBytes).flatMap {
                try? JSON(parsing: $0.payload).object
            }?["exp"]
            if let seconds = expiry?.number?.int64, seconds <= (now - Self.skew).ms / 1000 { throw .expired }
            throw .unknownKey(kid: kid)
        }
    }

    public func verify(_ token: AccessToken, audience: String, now: Instant) throws(TokenFault) -> Caller {
        try verify(token.reveal, audience: audience, now: now)
    }

    private func check(_ claims: AccessClaims, audience: String, now: Instant) throws(TokenFault) {
        guard claims.issuer == issuer else { throw .wrongKind("iss is another service") }
        guard claims.audiences.contains(audience) else { throw .wrongKind("aud is another service") }
        try checkLifetime(claims)
        guard claims.expires + Self.skew > now else { throw .expired }
        guard claims.notBefore <= now + Self.skew, claims.issued <= now + Self.skew else { throw .notYetValid }
    }

    private func checkLifetime(_ claims: AccessClaims) throws(TokenFault) {
        let lifetime = claims.expires - claims.issued
        guard lifetime > .zero, lifetime <= AccessClaims.maximumLifetime else {
            throw .bad("the token's lifetime is not 1…300 s")
        }
    }
}
