import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `session.logoutEverywhere` {
    @Test(arguments: [(nil, nil), (false, nil), (true, "admit")] as [(Bool?, String?)])
    func `leaves the devices admitted, unless the others are to be forgotten`(forget: Bool?, next: String?)
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        let code = try await phone.makeCodes()[0].confirmation
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        _ = try await phone.call(SessionLogoutEverywhere.self, .init(forgetDevices: forget, confirmation: code))
        #expect(try await tablet.login(fixture).next == next)
        #expect(try await phone.login(fixture).next == nil)
    }

    @Test(.requirement("T6", "T7")) func `plays its example: every token issued before is refused when it returns`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        let (params, example) = SessionLogoutEverywhere.example
        #expect(try await phone.call(SessionLogoutEverywhere.self, params) == example)
        for device in [phone, tablet] {
            try await device.expectRefused(.sessionRevoked, SessionStatus.self, Nothing())
            let spent = SessionRefresh.Params(refreshToken: try #require(device.session).refreshToken)
            try await device.expectRefused(.sessionRevoked, SessionRefresh.self, spent)
        }
        #expect(try await phone.login(fixture).next == nil)
    }

    @Test(.requirement("T6")) func `login codes that were sent before are refused too`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture)
        let answer = try await phone.call(SessionLogoutEverywhere.self, .init())
        #expect(answer.ended == 1)
        try await phone.expectRefused(.codeExpired, OTPVerify.self, .init(challengeId: challenge, code: code))
    }

    @Test func `a requestId of an earlier session's request is refused before anything ends`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let once = SessionLogoutEverywhere.Params(requestId: fixture.random.id())
        try await phone.expectSuccess(SessionLogoutEverywhere.self, once)
        try await phone.login(fixture)
        try await phone.expectRefused(.requestIdReused, SessionLogoutEverywhere.self, once)
        try await phone.expectSuccess(SessionStatus.self, Nothing())
    }

    @Test func `an unproven session cannot log out everywhere`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        try await tablet.login(fixture)
        try await tablet.expectRefused(.newDeviceProofRequired, SessionLogoutEverywhere.self, .init())
    }
}
