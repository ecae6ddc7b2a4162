import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import Support
import Testing
import Tokens
import VaultService

/// The refusals of callers. HTTP 401 is the answer only where it is certain that the token is not valid.
@Suite struct TokenAuthenticatorTests {
    @Test func `a person who is approved is admitted`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.person().expectAdmitted()
    }

    @Test func `no token, a garbled one and one of another scheme need a login`() async throws {
        let fixture = try await VaultFixture()
        for headers in [[], [Header("Authorization", "Bearer x.y.z")], [Header("Authorization", "Basic eA==")]] {
            let reply = try await InProcessConnection(to: fixture.router).send(
                Array(#"{"jsonrpc":"2.0","method":"vault.info","id":1}"#.utf8), headers: headers)
            #expect(reply.status == 401)
            #expect(reply.header("WWW-Authenticate") == #"Bearer error="invalid_token""#)
            #expect(String(decoding: reply.body, as: UTF8.self).contains(#""fault":"loginRequired""#))
        }
    }

    @Test(arguments: [
        ("loginRequired", 401), ("sessionExpired", 401), ("loggedInElsewhere", 401), ("movedFacilityGroup", 401),
        ("sessionRevoked", 401), ("deviceRevoked", 401), ("refreshReused", 401), ("pinReset", 401),
        ("accountDeleted", 401), ("blocked", 200), ("a reason of a newer auth", 401),
    ])
    func `a token of an ended session is refused with the reason`(ended: String, status: Int) async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.setSession(person.session, ended: ended)
        let refusal = try await person.refusal(VaultInfo.self, Nothing())
        #expect(refusal?.name == (ended.contains(" ") ? "loginRequired" : ended))
        #expect(refusal?.status == status)
    }

    @Test func `a token of another TokenSecret is revoked`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.setSession(person.session, tsv: 2)
        try await person.expectRefused(.sessionRevoked)
        try await person.expectAdmitted(token: person.token(tsv: 2))
    }

    @Test(arguments: [
        (SessionLevel.unproven, Scope.unproven, "newDeviceProofRequired"), (.preTFA, .preTFA, "secondFactorRequired"),
        (.pinRequired, .pinRequired, "pinSetupRequired"),
    ])
    func `a token that lacks an authentication step is refused with the fault that names the step, without asking auth`(
        level: SessionLevel, scope: Scope, fault: String
    ) async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.setSession(person.session, level: level)
        let token = try person.token(audiences: ["auth"], scope: [scope])
        let refusal = try await person.refusal(VaultInfo.self, Nothing(), token: token)
        #expect(refusal?.name == fault && refusal?.status == 200)
        #expect(fixture.auth.introspections == 0)
    }

    @Test(.requirement("T2")) func `a token for another audience needs a login`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectRefused(.loginRequired, token: person.token(audiences: ["auth"]))
        try await person.expectRefused(.loginRequired, token: person.token(audiences: ["billing"]))
    }

    @Test(arguments: [
        (ApprovalStatus.waitingForApproval, "waitingForApproval"),
        (.disapprovedForSyncing, "disapprovedForSyncing"),
    ])
    func `a person who is not approved is refused, whatever the token's scopes are`(
        approval: ApprovalStatus, fault: String
    ) async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.setSession(person.session, approval: approval)
        for token in try [person.token(), person.token(scope: [.account])] {
            let refusal = try await person.refusal(VaultInfo.self, Nothing(), token: token)
            #expect(refusal?.name == fault && refusal?.status == 200)
        }
    }

    @Test func `a token minted before the approval is admitted, one of another party needs the scope itself`()
        async throws
    {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        _ = try await person.call(VaultInfo.self, Nothing(), token: person.token(scope: [.account]))
        let narrowed = try person.token(scope: [.account], party: "reports")
        try await person.expectRefused(.scopeMissing, token: narrowed)
    }

    @Test func `an expired token is answered tokenExpired, but unavailable while auth cannot refresh it`() async throws
    {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let token = try person.token()
        fixture.clock.advance(by: .seconds(331))
        try await fixture.vault.followOnce()
        try await person.expectRefused(.tokenExpired, token: token)
        fixture.auth.makeUnreachable()
        fixture.clock.advance(by: .seconds(2))
        let refusal = try await person.refusal(VaultInfo.self, Nothing(), token: token)
        #expect(refusal?.name == "unavailable" && refusal?.retryAfterMs == 1000)
    }

    @Test func `a token that is not yet valid is answered unavailable, because a clock is wrong`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let token = try person.token()
        fixture.clock.set(fixture.clock.now - .minutes(5))
        let refusal = try await person.refusal(VaultInfo.self, Nothing(), token: token)
        #expect(refusal?.name == "unavailable" && refusal?.retryAfterMs == 1000)
    }

    @Test(.requirement("T9")) func `while auth is unreachable a session that is not cached is unavailable, not a 401`()
        async throws
    {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await fixture.person().expectAdmitted()
        fixture.auth.makeUnreachable()
        let refusal = try await person.refusal(VaultInfo.self, Nothing())
        #expect(refusal?.name == "unavailable" && refusal?.status == 200)
        #expect(refusal?.retryAfterMs == 1000)
    }

    @Test func `a method of the internal listener does not exist on the public one`() async throws {
        let fixture = try await VaultFixture()
        let params = VaultPurge.Params(accountId: fixture.id(), requestId: fixture.id())
        try await fixture.person().expectRefused(.methodNotFound, VaultPurge.self, params)
    }
}
