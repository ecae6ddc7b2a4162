public import Primitives

/// Who is calling, as their token says. Whether the session still stands is for the store, or the vault's standing, to
/// say: a token cannot know.
public struct Caller: Hashable, Sendable {
    /// Whose token it is.
    public let account: AccountID
    /// The session it belongs to.
    public let session: SessionID
    /// The device it was given to.
    public let device: DeviceID
    /// The TokenSecret version it was minted under; must equal the one in force.
    public let tsv: Int64
    /// What it allows.
    public let scope: Set<Scope>
    /// The kind of account.
    public let role: Role
    /// The thumbprint of the device key it is bound to.
    public let thumbprint: String?
    /// When it ends.
    public let expires: Instant
    /// How the person showed who they are.
    public let amr: [String]
    /// The backend it was narrowed for, if it was.
    public let authorizedParty: String?

    /// As the claims say.
    public init(_ claims: AccessClaims) {
        account = claims.account
        session = claims.session
        device = claims.device
        tsv = claims.tsv
        scope = claims.scope
        role = claims.role
        thumbprint = claims.thumbprint
        expires = claims.expires
        amr = claims.amr
        authorizedParty = claims.authorizedParty
    }

    /// Whether the token allows all of these.
    public func may(_ needed: Set<Scope>) -> Bool { needed.isSubset(of: scope) }
}
