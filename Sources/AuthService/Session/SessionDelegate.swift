import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Tokens

extension Auth {
    /// Mints an access token for another service. The token has the audience of that service alone, so that the service
    /// cannot use it at auth, at the vault or at a third service.
    func sessionDelegate(_ call: Call<SessionDelegate, AuthenticatedPerson>) async throws -> SessionDelegate.Answer {
        guard settings.delegateAudiences.contains(call.params.audience) else { throw Fault(.audienceUnknown) }
        let own = call.caller.session
        let claims = AccessClaims(
            issuer: settings.issuer, audiences: [call.params.audience], account: own.account, session: own.id,
            device: own.device, jti: Base64URL.encode(random.bytes(16)), now: time.hostNow,
            lifetime: settings.accessTokenLifetime, tsv: own.tokenSecretVersion, scope: [.identify],
            role: call.caller.account.role, amr: [own.means.rawValue], thumbprint: own.thumbprint)
        return SessionDelegate.Answer(accessToken: try tokens.mint(claims), expiresAtMs: claims.expires)
    }
}
