import AuthStore
import Contracts
import Domain
import JSONRPC
import StrictJSON
import Tokens

extension Authenticator {
    /// Verifies the access token of the `Authorization` header (scheme `Bearer`, or `DPoP` of RFC 9449).
    func verifyBearer(_ context: RequestContext) throws -> (token: String, caller: Caller) {
        guard let token = context.accessToken else { throw Fault(.loginRequired) }
        do {
            return (token, try auth.tokens.verify(token, audience: auth.settings.ownAudience, now: auth.time.hostNow))
        } catch {
            switch error {
            case .expired: throw Fault(.tokenExpired)
            case .notYetValid: throw Fault(.unavailable, retryAfterMs: 1000)
            // Another instance may sign with a key that this one reads in the next second.
            case .unknownKey: throw Fault(.unavailable, retryAfterMs: 1000)
            case .wrongKind, .bad: throw Fault(.loginRequired)
            }
        }
    }

    /// Reads the caller's session and refuses it by ``SessionRule`` unless it is live.
    func liveSession(of caller: Caller) async throws -> AuthenticatedPerson {
        let snapshot = try await auth.snapshot(of: caller.session, subject: caller.account)
        let isUnproven = caller.scope.contains(.unproven)
        let verdict = snapshot.verdict(
            tokenSecretVersion: isUnproven ? nil : caller.tsv, idle: auth.settings.sessionIdleTimeout, at: auth.now)
        if case .ended(let end) = verdict { throw Fault(end) }
        guard let account = snapshot.account, let session = snapshot.session else { throw Fault(.loginRequired) }
        return AuthenticatedPerson(account: account, session: session)
    }
}

extension Fault {
    /// A refusal that names the missing scope for the client's developer.
    init(_ kind: FaultKind, scope: Scope?) {
        self.init(kind, detail: scope.map { ["detail": .string($0.rawValue)] })
    }
}
