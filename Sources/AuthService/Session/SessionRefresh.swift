import AuthStore
import Contracts
import Domain
import JSONRPC
import Logging
import Primitives

extension Auth {
    /// Turns a refresh token into its one successor and an access token of what the session allows now.
    ///
    /// A token that is none of ours, or another key's, changes nothing and says `loginRequired`: keep everything.
    func sessionRefresh(_ call: Call<SessionRefresh, ProvenDevice>) async throws -> SessionGrant {
        guard let spent = refreshTokens.parts(call.params.refreshToken) else { throw Fault(.loginRequired) }
        let refreshTokens = refreshTokens, now = now
        let refresh = Refresh(
            account: spent.account, session: spent.session, thumbprint: call.caller.thumbprint,
            generation: spent.generation, hash: refreshTokens.hash(spent), idle: settings.sessionIdleTimeout,
            tag: tag(of: spent.account),
            successorHash: { refreshTokens.hash(refreshTokens.successor(of: spent, family: $0)) })
        switch try await store.refresh(refresh, at: now) {
        case .refreshed(let account, let session):
            let successor = refreshTokens.successor(of: spent, family: session.family)
            return try SessionGrantIssuer(auth: self).grant(account, session, refresh: successor)
        case .ended(let end):
            if end == .refreshReused {
                metrics.sawReuse()
                log.warning("a refresh token has two holders", metadata: ["session": "\(spent.session)"])
                tell()
            }
            throw Fault(end)
        }
    }
}
