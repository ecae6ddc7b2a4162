import AuthStore
import Contracts
import DPoP
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

/// A database that an earlier demonstration has written to, served without `--demo`.
@Suite struct `A group that verifies no phone number, outside a demonstration` {
    @Test
    func `an ACTIVATED registration that a demonstration has left is confirmed neither without a code nor with one`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let started = try await phone.start(fixture)
        try await fixture.run("UPDATE registration SET state = 'ACTIVATED', facility_group = 'demo'")
        for code in [nil, started.code] {
            try await phone.expectRefused(
                .groupNotServed, RegistrationConfirm.self, .init(challengeId: started.challenge, code: code))
        }
        #expect(try await fixture.count("account") == 0)
        #expect(try await fixture.count("session") == 0)
    }

    @Test func `the store opens no account without a code, whatever the service has decided`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let started = try await phone.start(fixture)
        try await fixture.run("UPDATE registration SET state = 'ACTIVATED', facility_group = 'demo'")
        let thumbprint = phone.key.thumbprint
        let found = try #require(
            try await fixture.store.registration(
                challenge: started.challenge, thumbprint: thumbprint, at: fixture.clock.now))
        let signIn = fixture.auth.signIn(
            .none, registration: found.registration, phoneIndex: found.registration.phoneIndex,
            device: ProvenDevice(thumbprint: thumbprint, publicKey: "{}"), deviceName: nil,
            request: fixture.random.id())
        let outcome = try await fixture.store.serving(.verified).commitConfirmation(
            Registration.next(.activated, on: .confirm), signingIn: signIn, confirming: found.registration,
            isBlocked: false, idempotencyKey: nil, at: fixture.clock.now)
        #expect(outcome == .groupNotServed)
        #expect(try await fixture.count("account") == 0)
    }

    @Test func `nobody starts a registration in it`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await fixture.store.insertMissing(FacilityGroup.builtIn(demo: true))
        let group = try #require(GroupID(rawValue: "demo"))
        try await phone.expectRefused(
            .groupNotServed, RegistrationStart.self, .init(phone: AuthTestClient.phone, group: group))
        #expect(try await fixture.count("registration") == 0)
    }

    @Test func `its members log in with no code, and only a right code tells the reason`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        try await fixture.moveEverybodyToDemo()
        let (challenge, code) = try await phone.requestCode(fixture)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try fixture.wrong(code))
        try await phone.expectRefused(.codeWrong, OTPVerify.self, wrong)
        let right = OTPVerify.Params(challengeId: challenge, code: code, requestId: fixture.random.id())
        for _ in 0..<2 { try await phone.expectRefused(.groupNotServed, OTPVerify.self, right) }
        #expect(try await fixture.count("session") == 1)
    }

    @Test func `its members get no challenge for a PIN, and one from before is of no use`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        try await phone.enrol()
        let right = try await phone.proof(), account = try #require(phone.session).account
        try await fixture.moveEverybodyToDemo()
        try await phone.expectRefused(.pinChallengeExpired, PINProve.self, right)
        try await phone.expectRefused(.pinUnknown, PINChallenge.self, .init(purpose: .login, accountId: account))
        #expect(try await fixture.count("session") == 1)
    }

    @Test func `a member who registers again in another group is refused after a right code`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), other = fixture.client()
        try await phone.register(fixture)
        try await fixture.moveEverybodyToDemo()
        let (challenge, code) = try await other.start(fixture)
        try await other.expectRefused(
            .codeWrong, RegistrationConfirm.self, .init(challengeId: challenge, code: fixture.wrong(code)))
        try await other.expectRefused(
            .groupNotServed, RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        #expect(try await fixture.count("session") == 1)
    }

    @Test func `a child's device in it is bound to nobody, until the group is served again`() async throws {
        let family = try await Family(), fixture = family.fixture
        try await family.bind()
        let bound = try await family.device.call(ChildState.self, .init())
        #expect(bound.childId == family.child)
        try await fixture.moveEverybodyToDemo()
        #expect(try await family.device.call(ChildState.self, .init()) == ChildState.Answer(state: .unauthenticated))
        try await fixture.run("UPDATE account SET facility_group = 'home'")
        #expect(try await family.device.call(ChildState.self, .init()) == bound)
    }

    @Test func `tokens of its members are answered loginRequired at auth and for the vault, and no session ends`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture, group: "home")
        let params = TokenIntrospect.Params(accountId: grant.account, sessionId: grant.sessionId)
        #expect(try await fixture.asVault(TokenIntrospect.self, params).active)
        try await fixture.moveEverybodyToDemo()
        try await phone.expectRefused(.loginRequired, AccountMe.self, Nothing())
        try await phone.expectRefused(
            .loginRequired, SessionRefresh.self, .init(refreshToken: grant.refreshToken))
        let answer = try await fixture.asVault(TokenIntrospect.self, params)
        #expect((answer.active, answer.ended?.value) == (false, .loginRequired))
        #expect(try await fixture.count("session", where: "ended IS NULL") == 1)
        try await fixture.run("UPDATE account SET facility_group = 'home'")
        try await phone.expectSuccess(AccountMe.self, Nothing())
        try await phone.refresh()
    }

    @Test func `a revoked session of a member keeps its own answer`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        try await phone.expectSuccess(SessionLogout.self, .init())
        try await fixture.moveEverybodyToDemo()
        try await phone.expectRefused(.sessionRevoked, AccountMe.self, Nothing(), token: grant.accessToken)
    }

    @Test func `at the start the vault is made to introspect again, if the group has members`() async throws {
        let fixture = try await AuthServiceFixture()
        let epoch = try await fixture.store.events(after: 0).epoch
        try await fixture.store.insertMissing(FacilityGroup.builtIn(demo: true))
        try await fixture.client().register(fixture)
        try await fixture.auth.withdrawUnservedGroups()
        #expect(try await fixture.store.events(after: 0).epoch == epoch)
        try await fixture.moveEverybodyToDemo()
        try await fixture.auth.withdrawUnservedGroups()
        #expect(try await fixture.store.events(after: 0).epoch != epoch)
    }

    @Test func `a demonstration serves it`() async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }, phone = fixture.client()
        let epoch = try await fixture.store.events(after: 0).epoch
        try await phone.register(fixture)
        try await fixture.moveEverybodyToDemo()
        try await phone.expectSuccess(AccountMe.self, Nothing())
        #expect(try await phone.login(fixture).next == nil)
        try await fixture.auth.withdrawUnservedGroups()
        #expect(try await fixture.store.events(after: 0).epoch == epoch)
    }
}

extension AuthServiceFixture {
    fileprivate func run(_ statement: String) async throws {
        try await store.insertMissing(FacilityGroup.builtIn(demo: true))
        _ = try await database.write { try $0.run(Statement(statement)) }
    }

    fileprivate func moveEverybodyToDemo() async throws { try await run("UPDATE account SET facility_group = 'demo'") }
}
