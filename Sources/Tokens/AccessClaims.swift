public import Domain
public import Primitives

/// The claims of an access token. Times are whole seconds on the wire.
public struct AccessClaims: Hashable, Sendable {
    /// The longest time between `iat` and `exp`.
    public static let maximumLifetime = ShortLivedCredential.longestLife

    /// `iss`: the auth service.
    public var issuer: String
    /// `aud`: the services that accept the token; a string on the wire when there is one. Never empty.
    public var audiences: [String]
    /// `sub`: the account; in the token of an unproven session a pseudonym that only auth can resolve.
    public var account: AccountID
    /// `sid`
    public var session: SessionID
    /// `dev`
    public var device: DeviceID
    /// `jti`: the token's unique identifier, 1…128 bytes.
    public var jti: String
    /// `iat`
    public var issued: Instant
    /// `nbf`
    public var notBefore: Instant
    /// `exp`
    public var expires: Instant
    /// `tsv`: the version of the account's TokenSecret when the token was minted; a decimal string.
    public var tsv: Int64
    /// `scope`
    public var scope: Set<Scope>
    /// `role`
    public var role: Role
    /// `amr`: the authentication methods of the session, such as `otp`, `pin`, `totp`.
    public var amr: [String]
    /// `cnf.jkt`: the thumbprint of the device key the token is bound to.
    public var thumbprint: String?
    /// `azp`: the backend a token with reduced scopes was issued to.
    public var authorizedParty: String?
    /// `auth_time`: when the person logged in, by the clock of `iat`; nil if that is not known. A refresh does not renew it.
    public var authenticated: Instant?

    /// Makes claims valid from `now` on; a `lifetime` above ``maximumLifetime`` is cut to it.
    public init(
        issuer: String, audiences: [String], account: AccountID, session: SessionID, device: DeviceID, jti: String,
        now: Instant, lifetime: Duration = maximumLifetime, tsv: Int64, scope: Set<Scope>, role: Role, amr: [String],
        thumbprint: String? = nil, authorizedParty: String? = nil
    ) {
        self.issuer = issuer
        self.audiences = audiences
        self.account = account
        self.session = session
        self.device = device
        self.jti = jti
        issued = Instant(ms: now.ms / 1000 * 1000)
        notBefore = issued
        expires = issued + min(lifetime, Self.maximumLifetime)
        self.tsv = tsv
        self.scope = scope
        self.role = role
        self.amr = amr
        self.thumbprint = thumbprint
        self.authorizedParty = authorizedParty
    }
}
