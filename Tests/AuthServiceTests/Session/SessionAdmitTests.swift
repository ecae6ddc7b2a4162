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

    @Test func `the third wrong digits in a row stop the session that entered them, and the waiting one goes on`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let thief = fixture.client("thief"), tablet = fixture.client("tablet"), phone = fixture.client("phone")
        try await thief.register(fixture)
        try await phone.login(fixture)
        try await thief.admit(phone)
        let waiting = try await tablet.login(fixture).session
        let digits = try #require(waiting.digits)
        let wrong = SessionAdmit.Params(sessionId: waiting.sessionId, digits: digits == "00" ? "01" : "00")
        let right = SessionAdmit.Params(sessionId: waiting.sessionId, digits: digits)
        for _ in 0..<3 { try await thief.expectRefused(.admissionUnknown, SessionAdmit.self, wrong) }
        for params in [wrong, right] { try await thief.expectRefused(.tooManyAttempts, SessionAdmit.self, params) }
        try await tablet.expectSuccess(SessionStatus.self, Nothing())
        try await phone.expectSuccess(SessionAdmit.self, right)
        #expect(try await tablet.refresh().scope == [Open(.account)])
        let other = try await fixture.client().login(fixture).session
        let next = SessionAdmit.Params(sessionId: other.sessionId, digits: try #require(other.digits))
        try await thief.expectRefused(.tooManyAttempts, SessionAdmit.self, next)
        try await thief.login(fixture)
        try await thief.expectSuccess(SessionAdmit.self, next)
    }

    @Test func `two wrong pairs and a right one end the count`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client()
        try await phone.register(fixture)
        for _ in 0..<3 {
            let waiting = try await fixture.client().login(fixture).session, digits = try #require(waiting.digits)
            let wrong = SessionAdmit.Params(sessionId: waiting.sessionId, digits: digits == "00" ? "01" : "00")
            for _ in 0..<2 { try await phone.expectRefused(.admissionUnknown, SessionAdmit.self, wrong) }
            try await phone.expectSuccess(
                SessionAdmit.self, .init(sessionId: waiting.sessionId, digits: digits))
        }
    }

    @Test(.timeLimit(.minutes(1))) func `an admission wakes the task that numbers revocation events`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        try await tablet.login(fixture)
        try await fixture.auth.feedWakeSignal.waitForSignal { try await phone.admit(tablet) }
    }

    @Test func `wrong digits count each time under one requestId, and do not use it up`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client()
        try await phone.register(fixture)
        for wrongCalls in [2, 3] {
            // The right pair after two wrong ones ends the count.
            let waiting = try await fixture.client().login(fixture).session, digits = try #require(waiting.digits)
            var params = SessionAdmit.Params(
                sessionId: waiting.sessionId, digits: digits == "00" ? "01" : "00", requestId: fixture.random.id())
            for _ in 0..<wrongCalls { try await phone.expectRefused(.admissionUnknown, SessionAdmit.self, params) }
            params.digits = digits
            let fault = try await phone.refusal(SessionAdmit.self, params)
            #expect(fault?.name == (wrongCalls == 3 ? "tooManyAttempts" : nil))
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
