import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Tokens

/// Makes what a device receives: an access token of what the session allows now, and the refresh token that follows.
struct SessionGrantIssuer: Sendable {
    let auth: Auth

    /// What a session's next token allows. A token that is not through every gate is for auth alone.
    func scopes(_ account: AccountRecord, _ session: SessionRecord) -> Set<Scope> {
        switch session.gate {
        case .unproven: return [.unproven]
        case .pinRequired: return [.pinRequired]
        case .preTFA: return [.preTFA]
        case .full:
            var scopes: Set<Scope> = [.account]
            if account.approval == .approvedForSyncing { scopes.insert(.sync) }
            if account.kind == .operator { scopes.formUnion([.approvalsDecide, .usersRead]) }
            return scopes
        }
    }

    /// The words of `scopes`, sorted.
    func words(_ account: AccountRecord, _ session: SessionRecord) -> [String] {
        scopes(account, session).map(\.rawValue).sorted()
    }

    /// The pair of tokens a device receives.
    func grant(
        _ account: AccountRecord, _ session: SessionRecord, refresh: RefreshTokens.Parts
    ) throws -> SessionGrant {
        let claims = AccessClaims(
            issuer: auth.settings.issuer,
            audiences: session.gate == .full ? auth.settings.audiences : [auth.settings.ownAudience],
            account: account.id, session: session.id, device: session.device,
            jti: Base64URL.encode(auth.random.bytes(16)), now: auth.time.hostNow,
            lifetime: auth.settings.accessTokenLifetime,
            tsv: session.tsv, scope: scopes(account, session), role: role(account.kind), amr: ["otp"],
            thumbprint: session.thumbprint)
        guard let refreshToken = auth.refreshTokens.text(refresh) else { throw Fault(.internalError) }
        return SessionGrant(
            accountId: account.id, sessionId: session.id, deviceId: session.device,
            accessToken: try auth.tokens.mint(claims), refreshToken: refreshToken, expiresAtMs: claims.expires,
            scope: words(account, session), group: account.group, approval: account.approval, digits: session.digits)
    }

    /// What a device receives that has just come in.
    func first(_ account: AccountRecord, _ session: SessionRecord) throws -> SessionGrant {
        let refresh = auth.refreshTokens.first(account: account.id, session: session.id, family: session.family)
        return try grant(account, session, refresh: refresh)
    }

    private func role(_ kind: Role) -> Role {
        switch kind {
        case .member: .member
        case .parent: .parent
        case .child: .child
        case .operator: .operator
        }
    }
}
