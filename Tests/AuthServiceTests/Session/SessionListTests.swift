import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `session.list` {
    @Test(.requirement("T11")) func `plays its example: the caller's own session`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client("Ada's phone")
        let began = fixture.clock.now
        let grant = try await phone.register(fixture)
        let example = try #require(SessionList.example.answer.sessions.first)
        let view = try #require(try await phone.call(SessionList.self, Nothing()).sessions.first)
        #expect((view.deviceName, view.isPending, view.isCurrent) == (example.deviceName, false, true))
        #expect((view.sessionId, view.deviceId) == (grant.sessionId, grant.deviceId))
        #expect((view.firstUsedAtMs, view.lastUsedAtMs) == (began, began))
        try await phone.refresh()
        let later = try #require(try await phone.call(SessionList.self, Nothing()).sessions.first)
        #expect(later.lastUsedAtMs == fixture.clock.now)
    }

    @Test func `a session unused for two weeks is not listed`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client("tablet")
        try await phone.register(fixture)
        _ = try await tablet.login(fixture)
        fixture.clock.advance(by: .days(13))
        try await phone.refresh()
        #expect(try await phone.call(SessionList.self, Nothing()).sessions.count == 2)
        fixture.clock.advance(by: .days(1))
        try await phone.refresh()
        #expect(try await phone.call(SessionList.self, Nothing()).sessions.map(\.isCurrent) == [true])
    }

    @Test func `an unproven session is listed with its digits, newest first`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client("tablet")
        try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session
        let sessions = try await phone.call(SessionList.self, Nothing()).sessions
        #expect(sessions.map(\.sessionId).first == waiting.sessionId)
        #expect(sessions.map(\.isPending) == [true, false])
        #expect(sessions.map(\.digits) == [waiting.digits, nil])
    }
}
