import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Tokens

/// Issues the token pair of a session: an access token with the scopes the session has now, and a refresh token.
struct SessionGrantIssuer: Sendable {
    let auth: Auth

    func scopes(_ account: AccountRecord, _ session: SessionRecord) -> Set<Scope> {
        SessionRule.scopes(session.level, account.approval, account.role)
    }

    /// Issues a grant. The access token of a session that is not `full` is for auth alone.
    func grant(
        _ account: AccountRecord, _ session: SessionRecord, refreshToken content: RefreshTokens.Content
    ) throws -> SessionGrant {
        let scopes = scopes(account, session)
        let claims = AccessClaims(
            issuer: auth.settings.issuer,
            audiences: session.level == .full ? auth.settings.audiences : [auth.settings.ownAudience],
            account: account.id, session: session.id, device: session.device,
            jti: Base64URL.encode(auth.random.bytes(16)), now: auth.time.hostNow,
            lifetime: auth.settings.accessTokenLifetime, tsv: session.tokenSecretVersion, scope: scopes,
            role: account.role,
            amr: ["otp"], thumbprint: session.thumbprint)
        guard let refreshToken = auth.refreshTokens.encode(content) else { throw Fault(.internalError) }
        return SessionGrant(
            accountId: account.id, sessionId: session.id, deviceId: session.device,
            accessToken: try auth.tokens.mint(claims), refreshToken: refreshToken, expiresAtMs: claims.expires,
            scope: scopes.openValues, group: account.group, approval: account.approval,
            digits: session.digits)
    }

    /// Issues the first grant of a session.
    func firstGrant(_ account: AccountRecord, _ session: SessionRecord) throws -> SessionGrant {
        let first = auth.refreshTokens.first(account: account.id, session: session.id, family: session.family)
        return try grant(account, session, refreshToken: first)
    }
}
