import Contracts
import JSONRPC
import Logging
import Primitives
import ServiceAuth
import Tokens

/// Identifies the caller of a method before its parameters are decoded.
///
/// The result is an authorization, a refusal that follows from the credential or from what auth has recorded, or
/// `unavailable` if the vault cannot know at the moment. A device deletes data because of some refusals, so doubt is
/// always `unavailable` and never a refusal.
///
/// It is a class, so that a call retains one object instead of copying every part.
final class TokenAuthenticator: Sendable {
    let settings: VaultSettings
    let tokens: AccessTokens
    let keys: SigningKeyCache
    let sessions: SessionCache
    let introspection: IntrospectionClient
    let lease: Lease
    let serviceCalls: ServiceCallVerifier
    let clock: WallClock
    let steady: SteadyClock
    let log: Logger
    let metrics: VaultMetrics

    init(
        settings: VaultSettings, tokens: AccessTokens, keys: SigningKeyCache, sessions: SessionCache,
        introspection: IntrospectionClient, lease: Lease, serviceCalls: ServiceCallVerifier, clock: WallClock,
        steady: SteadyClock, log: Logger, metrics: VaultMetrics
    ) {
        self.settings = settings
        self.tokens = tokens
        self.keys = keys
        self.sessions = sessions
        self.introspection = introspection
        self.lease = lease
        self.serviceCalls = serviceCalls
        self.clock = clock
        self.steady = steady
        self.log = log
        self.metrics = metrics
    }

    /// Admits every caller of the method's listeners.
    func anyone(_ facts: MethodFacts, _ context: RequestContext) async throws {}

    /// Returns the name of the other service, if the router has verified that it made this request.
    func service(_ facts: MethodFacts, _ context: RequestContext) async throws -> String {
        guard let caller = context.serviceCaller else { throw Fault(.callRefused) }
        return caller.name
    }

    /// Verifies that the other service made this request.
    @Sendable func verifyServiceCall(_ context: RequestContext) -> ServiceCaller? {
        do {
            return try serviceCalls.caller(of: context, path: settings.internalPath, now: clock.now)
        } catch {
            log.notice("an internal call was refused", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    /// Identifies a person with a live session who is approved for syncing and whose token has the method's scopes.
    func person(_ facts: MethodFacts, _ context: RequestContext) async throws -> CallAuthorization {
        let caller = try await bearer(context)
        let scopes = try scopes(facts)
        if let session = sessions.session(caller.session, of: caller.account) {
            // A recorded end is final, so the call is refused even without a lease.
            if session.ended != nil { try session.check(caller, scopes, at: clock.now) }
            if lease.isHeld {
                try session.check(caller, scopes, at: clock.now)
                return CallAuthorization(caller: caller, scopes: scopes, basis: .feed, authenticator: self)
            }
        }
        // A time-based code is a read. The handler refuses a counter-based one (``CallAuthorization/checkMayWrite()``).
        return try await introspect(caller, scopes, isRead: facts.isRead || facts.name == SecretCode.name)
    }

    /// The fault for an expired token: `tokenExpired` makes the device refresh, so it is given only while auth is
    /// reachable.
    var tokenExpiredFault: Fault { lease.isHeld ? Fault(.tokenExpired) : Fault(.unavailable, retryAfterMs: 1000) }

    private func scopes(_ facts: MethodFacts) throws -> RequiredScopes {
        switch facts.credential {
        case .session(let scopes), .sessionWithProof(let scopes): RequiredScopes(own: scopes)
        case .sessionOrDelegation(let scopes, let delegated): RequiredScopes(own: scopes, delegated: delegated)
        case .open, .administrator, .deviceProof, .service, .assertion: throw Fault(.internalError)
        }
    }
}
