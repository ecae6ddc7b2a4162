import AuthStore
import Contracts
import Domain
import JSONRPC
import Logging
import Primitives

extension Auth {
    /// Exchanges a refresh token for its one successor and an access token with the session's present scopes.
    ///
    /// A token of another device key's session changes nothing and answers `loginRequired`, for which a device deletes
    /// nothing. So does a token that auth did not issue, unless the generation it states is older than that of the
    /// previous token: it then counts as reused and ends the session.
    func sessionRefresh(_ call: Call<SessionRefresh, ProvenDevice>) async throws -> SessionGrant {
        guard let spent = refreshTokens.decode(call.params.refreshToken) else { throw Fault(.loginRequired) }
        // The store computes the successor's hash in its transaction, where it reads the session's token family; the
        // closure spares it the key.
        let refresh = RefreshRequest(
            account: spent.account, session: spent.session, thumbprint: call.caller.thumbprint,
            generation: spent.generation, hash: refreshTokens.hash(spent),
            idleTimeout: settings.sessionIdleTimeout, deletionTag: tag(of: spent.account),
            successorHash: { [refreshTokens] family in
                refreshTokens.hash(refreshTokens.successor(of: spent, family: family))
            })
        switch try await store.refresh(refresh, at: now) {
        case .refreshed(let account, let session):
            let successor = refreshTokens.successor(of: spent, family: session.family)
            return try SessionGrantIssuer(auth: self).grant(account, session, refreshToken: successor)
        case .reused:
            metrics.countRefreshReuse()
            log.warning(
                "a spent refresh token was presented after its successor had been used; the session was ended",
                metadata: ["session": "\(spent.session)"])
            wakeFeedNumbering()
            throw Fault(.refreshReused)
        case .ended(let end): throw Fault(end)
        }
    }
}
