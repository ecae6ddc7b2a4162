import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing
import Tokens

@testable import VaultService

/// The checks of a cached session, in their order.
@Suite struct CachedSessionTests {
    private let random = SeededRandom(seed: 36).random, now = StoppedClock().now

    private func session(
        active: Bool = true, ended: Open<SessionEnd>? = nil, level: Open<SessionLevel> = Open(.full), tsv: Int64 = 1,
        approval: ApprovalStatus = .approvedForSyncing
    ) -> CachedSession {
        CachedSession(
            TokenIntrospect.Answer(
                active: active, ended: ended, level: level, tsv: DecimalInt64(tsv), approval: approval,
                feedEpoch: random.id(), asOf: 0))
    }

    private func caller(_ scope: Set<Scope>, party: String? = nil) -> Caller {
        var claims = AccessClaims(
            issuer: "https://auth.test", audiences: ["vault"], account: random.id(), session: random.id(),
            device: random.id(), jti: "1", now: now, tsv: 1, scope: scope, role: .member, amr: ["otp"])
        claims.authorizedParty = party
        return Caller(claims)
    }

    private func refusal(
        of session: CachedSession, _ scope: Set<Scope> = [.sync], party: String? = nil,
        asking scopes: [String] = ["sync"]
    ) -> FaultKind? {
        do {
            try session.check(
                caller(scope, party: party), RequiredScopes(own: scopes, delegated: ["secrets.read"]), at: now)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func `of several reasons to refuse a call the first one of the order is given`() {
        // Each session has one reason fewer than the one before.
        let sessions: [(CachedSession, FaultKind?)] = [
            (
                session(
                    active: false, ended: Open(.deviceRevoked), level: Open(.unproven), tsv: 2,
                    approval: .waitingForApproval), .deviceRevoked
            ),
            (session(level: Open(.unproven), tsv: 2, approval: .waitingForApproval), .sessionRevoked),
            (session(level: Open(.unproven), approval: .waitingForApproval), .newDeviceProofRequired),
            (session(approval: .waitingForApproval), .waitingForApproval),
            (session(), .scopeMissing),
        ]
        for (session, expected) in sessions {
            #expect(refusal(of: session, [.account], party: "reports") == expected)
        }
        #expect(refusal(of: session(), party: "reports") == .scopeMissing, "no backend has the scope of syncing")
        #expect(refusal(of: session(), [.secretsRead], party: "reports") == nil)
    }

    @Test func `a level or an end of a session that this version does not know refuses the call`() {
        #expect(refusal(of: session(level: Open(rawValue: "proven by a seal"))) == .newDeviceProofRequired)
        #expect(refusal(of: session(active: false, ended: Open(rawValue: "moved to the moon"))) == .loginRequired)
        #expect(refusal(of: session(active: false)) == .loginRequired)
    }

    @Test func `a person's own token may lack the scope of syncing, and no other one`() {
        #expect(refusal(of: session(), [.account]) == nil)
        #expect(refusal(of: session(), [.account], asking: ["users.read"]) == .scopeMissing)
        #expect(refusal(of: session(), [.usersRead], asking: ["users.read"]) == nil)
        #expect(refusal(of: session(), [.account], asking: ["account", "sync"]) == nil)
        #expect(refusal(of: session(), [], asking: ["account", "sync"]) == .scopeMissing)
    }
}
