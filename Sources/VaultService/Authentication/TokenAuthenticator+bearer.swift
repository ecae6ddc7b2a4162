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
            // Auth may have a new key.
            guard await keys.refresh() else { throw Fault(.unavailable, retryAfterMs: 1000) }
        }
        do {
            return try verify(token)
        } catch TokenFault.unknownKey {
            // The instance of auth that answered may not have read the key yet, so this is no proof against the token.
            throw Fault(.unavailable, retryAfterMs: 1000)
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
            case .wrongKind: try refuseTokenForAuth(token)
            }
        }
    }

    /// Refuses the token of a session that has not passed every authentication step, with the step that is missing.
    ///
    /// Such a token is for auth alone. Its scope is verified here, so that auth need not be asked about a session whose
    /// person it does not name.
    private func refuseTokenForAuth(_ token: String) throws -> Never {
        guard let caller = try? tokens.verify(token, audience: settings.authAudience, now: clock.now) else {
            throw Fault(.loginRequired)
        }
        if caller.scope.contains(.unproven) { throw Fault(.newDeviceProofRequired) }
        if caller.scope.contains(.pinRequired) { throw Fault(.pinSetupRequired) }
        if caller.scope.contains(.preTFA) { throw Fault(.secondFactorRequired) }
        throw Fault(.loginRequired)
    }
}
