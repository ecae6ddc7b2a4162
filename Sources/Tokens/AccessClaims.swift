public import Primitives

/// What an access token says (WIRE.md "Tokens").
public struct AccessClaims: Hashable, Sendable {
    /// The longest a token may live.
    public static let longestLife: Duration = .seconds(300)

    /// `iss`: the auth service.
    public var issuer: String
    /// `aud`: the services it is for; written as a string when there is one. Never empty.
    public var audiences: [String]
    /// `sub`: whose it is.
    public var account: AccountID
    /// `sid`: the session it belongs to.
    public var session: SessionID
    /// `dev`: the device it was given to.
    public var device: DeviceID
    /// `jti`: its own name, 1…128 bytes.
    public var jti: String
    /// `iat`, whole seconds on the wire.
    public var issued: Instant
    /// `nbf`, whole seconds on the wire.
    public var notBefore: Instant
    /// `exp`, whole seconds on the wire; at most 300 s after `issued`.
    public var expires: Instant
    /// `tsv`: the version of the account's TokenSecret it was minted under; a decimal string.
    public var tsv: Int64
    /// `scope`: what it allows.
    public var scope: Set<Scope>
    /// `role`: the kind of account.
    public var role: Role
    /// `amr`: how the person showed who they are, as `otp`, `pin`, `totp`.
    public var amr: [String]
    /// `cnf.jkt`: the thumbprint of the device key it is bound to.
    public var thumbprint: String?
    /// `azp`: the backend a narrowed token was given to.
    public var authorizedParty: String?

    /// A token from `now` on, for at most 300 s (longer is cut).
    public init(
        issuer: String, audiences: [String], account: AccountID, session: SessionID, device: DeviceID, jti: String,
        now: Instant, life: Duration = longestLife, tsv: Int64, scope: Set<Scope>, role: Role, amr: [String],
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
        expires = issued + min(life, Self.longestLife)
        self.tsv = tsv
        self.scope = scope
        self.role = role
        self.amr = amr
        self.thumbprint = thumbprint
        self.authorizedParty = authorizedParty
    }
}
