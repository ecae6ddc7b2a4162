import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `session.logout` {
    @Test func `plays its example: it ends the session and its refresh tokens, and no other device's`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        let held = try #require(phone.session)
        _ = try await phone.call(SessionLogout.self, SessionLogout.example.params)
        try await phone.expectRefused(.sessionRevoked, AccountMe.self, Nothing())
        let spent = SessionRefresh.Params(refreshToken: held.refreshToken)
        try await phone.expectRefused(.sessionRevoked, SessionRefresh.self, spent)
        try await tablet.expectSuccess(AccountMe.self, Nothing())
        #expect(try await phone.login(fixture).next == nil)
    }

    @Test func `an unproven session can log out`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        try await tablet.login(fixture)
        try await tablet.expectSuccess(SessionLogout.self, .init())
    }

    @Test func `a requestId of another request is refused before anything ends`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let once = SessionLogout.Params(requestId: fixture.random.id())
        try await phone.expectSuccess(SessionLogout.self, once)
        try await phone.expectRefused(.sessionRevoked, SessionLogout.self, once)
        try await phone.login(fixture)
        try await phone.expectRefused(.requestIdReused, SessionLogout.self, once)
        try await phone.expectSuccess(SessionStatus.self, Nothing())
    }
}
