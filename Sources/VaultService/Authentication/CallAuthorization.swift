import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Tokens
import VaultStore

/// The permission of a caller to use the vault in one call. It is checked again before a commit and before the answer.
///
/// It is a class, so that passing it on copies one reference.
final class CallAuthorization: Sendable {
    /// The source of the knowledge that the session is live.
    enum Basis: Sendable {
        /// The revocation feed, for as long as the lease holds.
        case feed
        /// An introspection sent at this time, without a lease or answered from another feed. It is valid for the
        /// length of a lease.
        case introspection(sent: SteadyInstant, CachedSession)
        /// An earlier state of the session: the installation allows stale reads while auth is unreachable.
        case staleRead
    }

    let caller: Caller
    let scopes: RequiredScopes
    let basis: Basis
    let authenticator: TokenAuthenticator

    init(caller: Caller, scopes: RequiredScopes, basis: Basis, authenticator: TokenAuthenticator) {
        self.caller = caller
        self.scopes = scopes
        self.basis = basis
        self.authenticator = authenticator
    }

    var account: AccountID { caller.account }
    var device: DeviceID { caller.device }
    /// The backend to which the person has given the token; nil for the person's own.
    var backend: String? { caller.authorizedParty }
    /// True if the caller may be shown the bodies of items.
    var mayRead: Bool { !caller.isDelegated || caller.scope.contains(.secretsRead) }

    /// Who sends the caller's operations.
    var origin: OperationOrigin { caller.isDelegated ? .backend(mayRead: mayRead) : .device }

    /// Checks that the caller may be shown the bodies of items.
    ///
    /// - Throws: `scopeMissing`.
    func checkMayRead() throws(Fault) {
        guard !mayRead else { return }
        throw Fault(.scopeMissing, detail: ["detail": .string(Scope.secretsRead.rawValue)])
    }

    /// Checks that the caller may change something. Only methods that may or may not do so need the check: a method that
    /// always changes something admits no caller on an earlier state of the session.
    ///
    /// - Throws: `unavailable` if auth is unreachable and the caller was admitted for a read.
    func checkMayWrite() throws(Fault) {
        if case .staleRead = basis { throw Fault(.unavailable, retryAfterMs: 1000) }
    }

    /// Checks that the caller is still authorized.
    ///
    /// - Throws: the refusal if the token has expired or auth has since reported a change that forbids the call;
    ///   `unavailable` if ``basis`` no longer holds, so that the vault cannot know.
    func check() throws(Fault) {
        let now = authenticator.clock.now
        guard caller.expires + AccessTokens.skew > now else {
            throw authenticator.tokenExpiredFault
        }
        let known = authenticator.sessions.session(caller.session, of: caller.account)
        switch basis {
        case .feed:
            guard let known else { throw Fault(.unavailable, retryAfterMs: 100) }
            try known.check(caller, scopes, at: now)
            guard authenticator.lease.isHeld else { throw Fault(.unavailable, retryAfterMs: 1000) }
        case .introspection(let sent, let session):
            if let known, known.asOf > session.asOf { try known.check(caller, scopes, at: now) }
            guard authenticator.steady.now - sent <= Lease.length else { throw Fault(.unavailable, retryAfterMs: 1000) }
        case .staleRead:
            try known?.check(caller, scopes, at: now)
        }
    }
}
