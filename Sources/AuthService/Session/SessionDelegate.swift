import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Tokens

extension Auth {
    /// Mints an access token for another service. The token has the audience of that service alone, so that the service
    /// cannot use it at auth, at the vault or at a third service. A token with scopes has the audience of the vault alone, and
    /// names the service.
    func sessionDelegate(_ call: Call<SessionDelegate, AuthenticatedPerson>) async throws -> SessionDelegate.Answer {
        guard settings.delegateAudiences.contains(call.params.audience) else { throw Fault(.audienceUnknown) }
        let own = call.caller.session, scopes = call.params.scopes.map { Set($0) }
        guard scopes?.isSubset(of: .delegable) != false else { throw Fault(.invalidParams, field: "scopes") }
        var claims = AccessClaims(
            issuer: settings.issuer, audiences: [scopes == nil ? call.params.audience : settings.vaultAudience],
            account: own.account, session: own.id,
            device: own.device, jti: Base64URL.encode(random.bytes(16)), now: time.hostNow,
            lifetime: settings.accessTokenLifetime, tsv: own.tokenSecretVersion, scope: scopes ?? [.identify],
            role: call.caller.account.role, amr: [own.means.rawValue], thumbprint: own.thumbprint)
        if scopes != nil { claims.authorizedParty = call.params.audience }
        return SessionDelegate.Answer(accessToken: try tokens.mint(claims), expiresAtMs: claims.expires)
    }
}
