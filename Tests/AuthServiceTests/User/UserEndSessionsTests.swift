import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `user.endSessions` {
    @Test func `plays its example: both sessions end at auth and for the vault, and the devices stay admitted`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        let grant = try await phone.register(fixture)
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        var (params, example) = UserEndSessions.example
        (params.phone, params.reason) = (AuthTestClient.phone, "asked for it")
        example.ended = 2
        #expect(try await fixture.callAsAdministrator(UserEndSessions.self, params) == example)
        for device in [phone, tablet] {
            try await device.expectRefused(.sessionRevoked, AccountMe.self, Nothing())
            let spent = SessionRefresh.Params(refreshToken: try #require(device.session).refreshToken)
            try await device.expectRefused(.sessionRevoked, SessionRefresh.self, spent)
        }
        let answer = try await fixture.asVault(
            TokenIntrospect.self, .init(accountId: grant.account, sessionId: grant.sessionId))
        #expect((answer.active, answer.ended?.value) == (false, .sessionRevoked))
        try await fixture.auth.numberRevocationEvents()
        let events = try await fixture.store.events(after: 0).events
        #expect(events.last?.tokenSecretVersion == 2)
        let recorded = try await fixture.store.decisions(about: grant.account, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(.sessionsEnded, by: .administrator, from: "2 sessions", to: nil, reason: "asked for it")
            ])
        #expect(try await phone.login(fixture).next == nil)
    }

    @Test func `answers which devices are suspended, and leaves them so`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        let until = try await two.phone.call(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: two.phone.message(fixture))
        ).suspendedUntilMs
        for _ in 0..<2 {
            let answer = try await fixture.callAsAdministrator(UserEndSessions.self, .init(phone: AuthTestClient.phone))
            #expect(answer.suspended?.map(\.name) == ["tablet"])
            #expect(answer.suspended?.map(\.isAdmitted) == [false])
            #expect(until != nil && answer.suspended?.map(\.suspendedUntilMs) == [until])
        }
        let shown = try await fixture.callAsAdministrator(UserShow.self, .init(phone: AuthTestClient.phone)).devices
        #expect(shown.filter { $0.suspendedUntilMs == until }.map(\.name) == ["tablet"])
    }

    @Test func `a session that waits to be admitted ends with loginRequired`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        try await tablet.login(fixture)
        _ = try await fixture.callAsAdministrator(UserEndSessions.self, .init(phone: AuthTestClient.phone))
        try await tablet.expectRefused(.loginRequired, SessionStatus.self, Nothing())
        try await phone.expectRefused(.sessionRevoked, SessionStatus.self, Nothing())
    }

    @Test(arguments: [false, true])
    func `a child's session ends as loginRequired, also where the binding says that there is none`(
        isOutOfStep: Bool
    ) async throws {
        let family = try await Family()
        try await family.join()
        if isOutOfStep { try await family.fixture.tamper("UPDATE child_binding SET state = 'CHILD_PIN_LOGIN'") }
        let answer = try await family.fixture.callAsAdministrator(
            UserEndSessions.self, .init(accountId: family.child))
        #expect(answer.ended == 1)
        try await family.device.expectRefused(.loginRequired, SessionStatus.self, Nothing())
    }

    @Test func `an unknown number is refused`() async throws {
        let fixture = try await AuthServiceFixture()
        #expect(
            await fixture.fault(UserEndSessions.self, .init(phone: AuthTestClient.phone), at: .administration)
                == "userUnknown")
    }
}
