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
    ///
    /// The grant of an unproven session and its tokens say nothing about the account: the subject is a pseudonym,
    /// the role is that of a member, and the version of the TokenSecret is 0. The session itself has the version that is
    /// compared with the account's.
    func grant(
        _ account: AccountRecord, _ session: SessionRecord, refreshToken content: RefreshTokens.Content
    ) throws -> SessionGrant {
        let scopes = scopes(account, session)
        let key = try auth.hashKey(of: session)
        let visible = session.level == .unproven ? nil : account
        var claims = AccessClaims(
            issuer: auth.settings.issuer,
            audiences: session.level == .full ? auth.settings.audiences : [auth.settings.ownAudience],
            account: visible?.id ?? auth.pseudonym(of: session.id, key), session: session.id, device: session.device,
            jti: Base64URL.encode(auth.random.bytes(16)), now: auth.time.hostNow,
            lifetime: auth.settings.accessTokenLifetime, tsv: visible == nil ? 0 : session.tokenSecretVersion,
            scope: scopes, role: visible?.role ?? .member, amr: [session.means.rawValue], thumbprint: session.thumbprint
        )
        claims.authenticated = loginTime(of: session)
        guard let refreshToken = RefreshTokens.encode(content) else { throw Fault(.internalError) }
        return SessionGrant(
            accountId: visible?.id, sessionId: session.id, deviceId: session.device,
            accessToken: try auth.tokens.mint(claims), refreshToken: refreshToken, expiresAtMs: claims.expires,
            scope: scopes.openValues, group: visible?.group, approval: visible?.approval,
            digits: session.digits)
    }

    /// The time at which the session was opened, by the host's clock, which the other times of a token have too.
    ///
    /// A session that was opened ahead of the present time was opened by an instance with a wrong clock. Its login is not
    /// counted as recent, because it would be so for as long as that clock was ahead.
    private func loginTime(of session: SessionRecord) -> Instant? {
        let age = auth.now - session.created
        return age < .zero - ClockSkew.allowed ? nil : auth.time.hostNow - age
    }

    /// Issues the first grant of a session. Its refresh token names the subject that it had when the session was opened;
    /// the session may have been admitted since.
    /// - Throws: `codeExpired` if the session has another refresh token by now.
    func firstGrant(
        _ account: AccountRecord, _ session: SessionRecord, request: RequestID
    ) throws -> SessionGrant {
        let tokens = RefreshTokens(key: try auth.hashKey(of: session))
        let first = [account.id, auth.pseudonym(of: session.id, tokens.key)]
            .map { tokens.first(subject: $0, session: session.id, family: session.family, request: request) }
            .first { tokens.hash($0) == session.refreshHash }
        guard let first else { throw Fault(.codeExpired) }
        return try grant(account, session, refreshToken: first)
    }
}
