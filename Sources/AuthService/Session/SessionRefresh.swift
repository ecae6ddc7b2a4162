import AuthStore
import Contracts
import Cryptography
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
        guard let spent = RefreshTokens.decode(call.params.refreshToken) else { throw Fault(.loginRequired) }
        let requestId = call.params.requestId, keys = keys.hash
        // The store computes the successor's hash in its transaction, where it reads the session's token family; the
        // closure spares it the key.
        let refresh = RefreshRequest(
            account: account(named: spent.subject, by: spent.session), session: spent.session,
            thumbprint: call.caller.thumbprint, generation: spent.generation,
            hashes: RefreshTokens.hashes(spent, keys), hashKey: keys.active,
            hasRequestID: requestId != nil, idleTimeout: settings.sessionIdleTimeout,
            deletionTag: tag(of: spent.subject),
            successorHashes: { session, level, number in
                guard let key = keys.all[number] else { return [:] }
                return RefreshTokens.hashes(successor(of: spent, for: session, at: level, requestId, key), keys)
            })
        switch try await store.refresh(refresh, at: now) {
        case .refreshed(let account, let session):
            return try grant(account, session, spent, requestId)
        case .repeated(let account, let session):
            metrics.countRefreshRepeat()
            return try grant(account, session, spent, requestId)
        case .superseded:
            metrics.countSupersededRefresh()
            throw Fault(.refreshSuperseded)
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

    /// The successor as a session of this level gets it from a key.
    private func successor(
        of spent: RefreshTokens.Content, for session: SessionRecord, at level: SessionLevel, _ request: RequestID?,
        _ key: Key256
    ) -> RefreshTokens.Content {
        RefreshTokens(key: key).successor(
            of: spent, subject: subject(of: session.id, account: session.account, at: level, key),
            family: session.family, request: request)
    }

    /// Issues the successor whose hash the session has: it was made with the session's key and at the session's present
    /// level or, before a repeated call, while the session was unproven.
    private func grant(
        _ account: AccountRecord, _ session: SessionRecord, _ spent: RefreshTokens.Content, _ request: RequestID?
    ) throws -> SessionGrant {
        let key = try hashKey(of: session), tokens = RefreshTokens(key: key)
        let issued = [session.level, .unproven]
            .map { successor(of: spent, for: session, at: $0, request, key) }
            .first { tokens.hash($0) == session.refreshHash }
        guard let issued else { throw Fault(.internalError) }
        return try SessionGrantIssuer(auth: self).grant(account, session, refreshToken: issued)
    }
}
