import Contracts
import Domain
import JSONRPC
import Primitives
import Tokens

extension TokenAuthenticator {
    /// Verifies the access token in the `Authorization` header (scheme `Bearer`, or `DPoP` of RFC 9449).
    func bearer(_ context: RequestContext) async throws -> Caller {
        guard let token = context.accessToken else { throw Fault(.loginRequired) }
        do {
            return try verify(token)
        } catch TokenFault.unknownKey {
            // Auth may have a new key. Only a freshly fetched key set can show that the token's key does not exist.
            guard await keys.refresh() else { throw Fault(.unavailable, retryAfterMs: 1000) }
        }
        do {
            return try verify(token)
        } catch TokenFault.unknownKey {
            throw Fault(.loginRequired)
        }
    }

    /// - Throws: a ``Fault``, or `TokenFault.unknownKey`.
    private func verify(_ token: String) throws -> Caller {
        do {
            return try tokens.verify(token, audience: settings.audience, now: clock.now)
        } catch {
            switch error {
            case .expired: throw tokenExpiredFault
            case .notYetValid: throw Fault(.unavailable, retryAfterMs: 1000)
            case .unknownKey: throw error
            case .bad: throw Fault(.loginRequired)
            case .wrongKind: return try verifyForAuth(token)
            }
        }
    }

    /// Verifies the token of a session that has not passed every authentication step. Such a token is only for auth. It
    /// is verified here nevertheless, so that the check of the session can refuse it with the step that is missing.
    private func verifyForAuth(_ token: String) throws -> Caller {
        guard let caller = try? tokens.verify(token, audience: settings.authAudience, now: clock.now),
            !caller.scope.isDisjoint(with: [.unproven, .preTFA, .pinRequired])
        else { throw Fault(.loginRequired) }
        return caller
    }
}
