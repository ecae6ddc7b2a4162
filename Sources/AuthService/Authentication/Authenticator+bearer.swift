import AuthStore
import Contracts
import Domain
import JSONRPC
import StrictJSON
import Tokens

extension Authenticator {
    /// The token of the `Authorization` header (`Bearer`, or RFC 9449's `DPoP`) and whose it is.
    func bearer(_ context: RequestContext) throws -> (token: String, caller: Caller) {
        guard let header = context.authorization, let space = header.firstIndex(of: " "),
            ["bearer", "dpop"].contains(header[..<space].lowercased())
        else { throw Fault(.loginRequired) }
        let token = String(header[header.index(after: space)...])
        do {
            return (token, try auth.tokens.verify(token, audience: auth.settings.ownAudience, now: auth.time.hostNow))
        } catch {
            switch error {
            case .expired: throw Fault(.tokenExpired)
            case .notYetValid: throw Fault(.unavailable, retryAfterMs: 1000)
            case .unknownKey, .wrongKind, .bad: throw Fault(.loginRequired)
            }
        }
    }

    /// How the session behind a token stands now. Only what is recorded says that it was ended; what nobody knows is
    /// `loginRequired`, which means: keep everything.
    func standing(of caller: Caller) async throws -> AuthenticatedPerson {
        let standing = try await auth.store.standing(
            of: caller.session, account: caller.account, tag: auth.tag(of: caller.account))
        guard let account = standing.account, let session = standing.session else {
            throw Fault(standing.isDeleted ? .accountDeleted : .loginRequired)
        }
        if let ended = session.ended { throw Fault(ended) }
        guard session.tsv == account.tsv, caller.tsv == account.tsv else { throw Fault(.sessionRevoked) }
        guard !session.isExpired(at: auth.now, idle: auth.settings.sessionIdleTimeout) else {
            throw Fault(.sessionExpired)
        }
        guard account.state != .blocked else { throw Fault(.blocked) }
        return AuthenticatedPerson(account: account, session: session)
    }
}

extension Fault {
    /// A token that does not allow a method.
    init(_ kind: FaultKind, scope: Scope?) {
        self.init(kind, detail: scope.map { ["detail": .string($0.rawValue)] })
    }
}
