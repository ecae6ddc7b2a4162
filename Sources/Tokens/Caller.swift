public import Domain
public import Primitives

/// The caller of a request according to its access token. The token does not show whether the session has ended since:
/// auth asks its store, and the vault its copy of the session states.
public struct Caller: Hashable, Sendable {
    /// The token's subject: the account, or the pseudonym of an unproven session.
    public let account: AccountID
    public let session: SessionID
    public let device: DeviceID
    /// The TokenSecret version the token was minted under; the token is void unless the account still has it.
    public let tsv: Int64
    public let scope: Set<Scope>
    public let role: Role
    /// The thumbprint of the device key the token is bound to.
    public let thumbprint: String?
    public let expires: Instant
    /// The authentication methods of the session, such as `otp`.
    public let amr: [String]
    /// The backend a token with reduced scopes was issued to.
    public let authorizedParty: String?
    /// When the person logged in; nil if the token does not say.
    public let authenticated: Instant?

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
        authenticated = claims.authenticated
    }
}
