import Contracts
import JSONRPC
import Logging
import Primitives
import Tokens

extension TokenAuthenticator {
    /// The highest number of introspections for one call. Another is needed each time a revocation event overtakes
    /// the answer.
    private static let maximumAttempts = 3

    /// Admits a caller by introspection at auth, because the session is new to this instance or the lease has expired.
    func introspect(_ caller: Caller, _ scopes: RequiredScopes, isRead: Bool) async throws -> CallAuthorization {
        for _ in 0..<Self.maximumAttempts {
            let result: IntrospectionClient.Result
            do {
                result = try await introspection.introspect(caller.session, account: caller.account)
                metrics.countIntrospection()
            } catch {
                return try allowStaleRead(caller, scopes, isRead: isRead)
            }
            let session = CachedSession(result.answer)
            let basis: CallAuthorization.Basis
            switch sessions.insert(session, caller.session, of: caller.account, feedEpoch: result.answer.feedEpoch) {
            case .overtaken: continue
            case .inserted: basis = lease.isHeld ? .feed : .introspection(sent: result.sent, session)
            case .otherFeed: basis = .introspection(sent: result.sent, session)
            }
            try session.check(caller, scopes, at: clock.now)
            let authorization = CallAuthorization(caller: caller, scopes: scopes, basis: basis, authenticator: self)
            try authorization.check()
            return authorization
        }
        throw Fault(.unavailable, retryAfterMs: 100)
    }

    /// Admits a read while auth is unreachable, if the installation allows it and the session was live when last known.
    private func allowStaleRead(_ caller: Caller, _ scopes: RequiredScopes, isRead: Bool) throws -> CallAuthorization {
        guard settings.allowsStaleReads, isRead,
            let session = sessions.session(caller.session, of: caller.account)
        else { throw Fault(.unavailable, retryAfterMs: 1000) }
        try session.check(caller, scopes, at: clock.now)
        log.notice(
            "auth is unreachable; a read was allowed by the session's last known state",
            metadata: ["session": "\(caller.session)"])
        return CallAuthorization(caller: caller, scopes: scopes, basis: .staleRead, authenticator: self)
    }
}
