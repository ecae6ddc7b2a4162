import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `session.admit` {
    @Test func `plays its example: the digits on both screens admit the device`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session
        var params = SessionAdmit.example.params
        params.sessionId = waiting.sessionId
        params.digits = try #require(waiting.digits)
        _ = try await phone.call(SessionAdmit.self, params)
        try await tablet.expectRefused(.newDeviceProofRequired, AccountMe.self, Nothing())
        #expect(try await tablet.refresh().scope == [Open(.account)])
        try await tablet.expectSuccess(AccountMe.self, Nothing())
        try await phone.expectRefused(.admissionUnknown, SessionAdmit.self, params)
    }

    @Test func `in a group that allows one device, the admitting device's session ends`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture, group: "clinic")
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        try await phone.expectRefused(.loggedInElsewhere, AccountMe.self, Nothing())
        let spent = SessionRefresh.Params(refreshToken: try #require(phone.session).refreshToken)
        try await phone.expectRefused(.loggedInElsewhere, SessionRefresh.self, spent)
        #expect(try await phone.login(fixture).next == nil)
        try await tablet.expectRefused(.loggedInElsewhere, AccountMe.self, Nothing())
    }

    @Test func `wrong digits admit no device, and the third wrong digits end the unproven session`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session
        let digits = try #require(waiting.digits)
        let wrong = SessionAdmit.Params(sessionId: waiting.sessionId, digits: digits == "00" ? "01" : "00")
        for _ in 0..<3 { try await phone.expectRefused(.admissionUnknown, SessionAdmit.self, wrong) }
        let right = SessionAdmit.Params(sessionId: waiting.sessionId, digits: digits)
        try await phone.expectRefused(.admissionUnknown, SessionAdmit.self, right)
        try await tablet.expectRefused(.loginRequired, SessionStatus.self, Nothing())
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func `an admission, and wrong digits that end a session, wake the task that numbers revocation events`(
        isRight: Bool
    ) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session, digits = try #require(waiting.digits)
        let wrong = SessionAdmit.Params(sessionId: waiting.sessionId, digits: digits == "00" ? "01" : "00")
        let right = SessionAdmit.Params(sessionId: waiting.sessionId, digits: digits)
        try await fixture.auth.feedWakeSignal.waitForSignal {
            if isRight { return try await phone.expectSuccess(SessionAdmit.self, right) }
            for _ in 0..<3 { try await phone.expectRefused(.admissionUnknown, SessionAdmit.self, wrong) }
        }
    }

    @Test func `wrong digits count each time under one requestId, and do not use it up`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client()
        try await phone.register(fixture)
        for wrongCalls in [2, 3] {
            let waiting = try await fixture.client().login(fixture).session, digits = try #require(waiting.digits)
            var params = SessionAdmit.Params(
                sessionId: waiting.sessionId, digits: digits == "00" ? "01" : "00", requestId: fixture.random.id())
            for _ in 0..<wrongCalls { try await phone.expectRefused(.admissionUnknown, SessionAdmit.self, params) }
            params.digits = digits
            let fault = try await phone.refusal(SessionAdmit.self, params)
            #expect(fault?.name == (wrongCalls == 3 ? "admissionUnknown" : nil))
        }
    }

    @Test func `an unproven session admits no device, and nobody admits another person's device`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), tablet = fixture.client(), stranger = fixture.client()
        try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session
        let right = SessionAdmit.Params(sessionId: waiting.sessionId, digits: try #require(waiting.digits))
        try await tablet.expectRefused(.newDeviceProofRequired, SessionAdmit.self, right)
        try await stranger.register(fixture, "+33612345678")
        try await stranger.expectRefused(.admissionUnknown, SessionAdmit.self, right)
    }

    @Test func `a repeated request is answered as the first was`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session
        var once = SessionAdmit.Params(
            sessionId: waiting.sessionId, digits: try #require(waiting.digits), requestId: fixture.random.id())
        for _ in 0..<2 { try await phone.expectSuccess(SessionAdmit.self, once) }
        once.digits = once.digits == "00" ? "01" : "00"
        try await phone.expectRefused(.requestIdReused, SessionAdmit.self, once)
    }
}
