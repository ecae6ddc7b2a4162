import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `session.revoke` {
    @Test func `plays its example: the session's tokens answer sessionRevoked`() async throws {
        let two = try await TwoDevices(), (fixture, phone, tablet) = (two.fixture, two.phone, two.tablet)
        var params = SessionRevoke.example.params
        params.confirmation = two.codes[0].confirmation
        params.sessionId = try #require(tablet.session).sessionId
        _ = try await phone.call(SessionRevoke.self, params)
        try await tablet.expectRefused(.sessionRevoked, AccountMe.self, Nothing())
        try await phone.expectRefused(.sessionUnknown, SessionRevoke.self, params)
        #expect(try await tablet.login(fixture).next == "admit")
    }

    @Test(.requirement("T11")) func `a person cannot end another person's session`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), stranger = fixture.client()
        let grant = try await phone.register(fixture)
        try await stranger.register(fixture, "+33612345678")
        try await stranger.expectRefused(.sessionUnknown, SessionRevoke.self, .init(sessionId: grant.sessionId))
        try await phone.expectSuccess(AccountMe.self, Nothing())
    }

    @Test func `a repeated request is answered as the first was`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session
        var once = SessionRevoke.Params(sessionId: waiting.sessionId, requestId: fixture.random.id())
        for _ in 0..<2 { try await phone.expectSuccess(SessionRevoke.self, once) }
        once.sessionId = try #require(phone.session).sessionId
        try await phone.expectRefused(.requestIdReused, SessionRevoke.self, once)
    }
}
