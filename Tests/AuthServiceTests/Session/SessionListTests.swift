import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `session.list` {
    @Test func `plays its example: the own session first used when it began`() async throws {
        let house = try await AuthHouse(), phone = house.handset("Ada's phone")
        let began = house.clock.now
        let grant = try await phone.register(house)
        let example = try #require(SessionList.example.answer.sessions.first)
        let view = try #require(try await phone.call(SessionList.self, Nothing()).sessions.first)
        #expect((view.deviceName, view.isPending, view.isCurrent) == (example.deviceName, false, true))
        #expect((view.sessionId, view.deviceId) == (grant.sessionId, grant.deviceId))
        #expect((view.firstUsedAtMs, view.lastUsedAtMs) == (began, began))
        try await phone.refresh()
        let later = try #require(try await phone.call(SessionList.self, Nothing()).sessions.first)
        #expect(later.lastUsedAtMs == house.clock.now)
    }

    @Test func `a session left alone for two weeks is not shown as live`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset("tablet")
        try await phone.register(house)
        _ = try await tablet.login(house)
        house.clock.advance(by: .days(13))
        try await phone.refresh()
        #expect(try await phone.call(SessionList.self, Nothing()).sessions.count == 2)
        house.clock.advance(by: .days(1))
        try await phone.refresh()
        #expect(try await phone.call(SessionList.self, Nothing()).sessions.map(\.isCurrent) == [true])
    }

    @Test func `a device that waits is shown with its digits, newest first`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset("tablet")
        try await phone.register(house)
        let waiting = try await tablet.login(house).session
        let sessions = try await phone.call(SessionList.self, Nothing()).sessions
        #expect(sessions.map(\.sessionId).first == waiting.sessionId)
        #expect(sessions.map(\.isPending) == [true, false])
        #expect(sessions.map(\.digits) == [waiting.digits, nil])
    }
}
