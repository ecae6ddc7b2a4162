import Contracts
import JSONRPC
import Logging
import Primitives
import ServiceAuth
import Tokens

/// Finds out who is calling, before anything of the request is looked at.
///
/// Three answers and nothing between: let in; a positive no that auth has recorded; or `unavailable`, because nobody
/// knows just now.
struct Gate: Sendable {
    let settings: VaultSettings
    let tokens: AccessTokens
    let keys: KeyKeeper
    let standings: SessionStandings
    let introspections: Introspections
    let lease: Lease
    let serviceCalls: ServiceCallVerifier
    let clock: WallClock
    let steady: SteadyClock
    let log: Logger
    let meters: Meters

    /// Nobody in particular.
    func anyone(_ facts: MethodFacts, _ context: RequestContext) async throws {}

    /// The other service of the pair; its name.
    func peer(_ facts: MethodFacts, _ context: RequestContext) async throws -> String {
        guard let header = context.internalCall else { throw Fault(.callRefused) }
        do {
            return try serviceCalls.verify(header, path: settings.internalPath, body: context.body, now: clock.now)
                .caller
        } catch {
            log.notice("an internal call was refused", metadata: ["reason": "\(error)"])
            throw Fault(.callRefused)
        }
    }

    /// Somebody with a live session whose person may sync.
    func person(_ facts: MethodFacts, _ context: RequestContext) async throws -> Admission {
        let caller = try await bearer(context)
        let scopes = try scopes(facts)
        if let standing = standings.standing(of: caller.session, account: caller.account) {
            // What has ended has ended, whoever can be reached now.
            if standing.ended != nil { try standing.admit(caller, scopes) }
            if lease.isHeld {
                try standing.admit(caller, scopes)
                return Admission(caller: caller, scopes: scopes, ground: .feed, gate: self)
            }
        }
        return try await ask(about: caller, scopes, isRead: facts.isRead)
    }

    /// What an expired token is told: to refresh, if auth could do that now.
    func expired() -> Fault { lease.isHeld ? Fault(.tokenExpired) : Fault(.unavailable, retryAfterMs: 1000) }

    private func scopes(_ facts: MethodFacts) throws -> [String] {
        switch facts.credential {
        case .session(let scopes), .sessionWithProof(let scopes): scopes
        case .open, .deviceProof, .service, .assertion: throw Fault(.internalError)
        }
    }
}
