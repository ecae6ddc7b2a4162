import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.list` {
    @Test func `plays its example: the oldest child is the first, and an open invite is shown without its code`()
        async throws
    {
        let family = try await Family()
        family.fixture.clock.advance(by: .seconds(1))
        _ = try await family.parent.call(ChildAdd.self, .init(name: try #require(DeviceName(rawValue: "Ida"))))
        let invite = try await family.invite()
        let children = try await family.parent.call(ChildList.self, Nothing()).children
        #expect(children.map(\.name) == ["Mia", "Ida"])
        #expect(children.map(\.inviteExpiresAtMs) == [invite.expiresAtMs, nil])
        #expect(children.map(\.inviteKind) == [.code, nil])
        #expect(children.map(\.state) == [.childInviteVerify, .childInviteVerify])
    }

    @Test func `a bound device is shown with its name, its times and the attempts that it has left`() async throws {
        let family = try await Family()
        let bound = try await family.bind()
        let at = family.fixture.clock.now
        let view = try await family.view()
        #expect(view.deviceId == bound.deviceId)
        #expect(view.deviceName == family.device.name)
        #expect(view.boundAtMs == at && view.lastUsedAtMs == at)
        #expect(view.attemptsLeft == 3)
        family.fixture.clock.advance(by: .minutes(1))
        try await family.device.setPIN(bound)
        #expect(try await family.view().lastUsedAtMs == at + .minutes(1))
    }
}
