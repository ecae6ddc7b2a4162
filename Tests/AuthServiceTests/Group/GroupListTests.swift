import AuthService
import Contracts
import JSONRPC
import Primitives
import Testing

@Suite struct `group.list` {
    @Test func `plays its example: the groups a person may choose`() async throws {
        let fixture = try await AuthServiceFixture()
        let groups = try await fixture.client().call(GroupList.self, Nothing()).groups
        #expect(groups.map(\.group.rawValue) == ["clinic", "fieldwork", "home"])
        #expect(groups.map(\.devices) == ["one", "many", "many"])
        #expect(groups.map(\.approval) == ["manual", "manual", "automatic"])
    }

    @Test func `the group without codes is listed in demo mode only`() async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }
        let groups = try await fixture.client().call(GroupList.self, Nothing()).groups
        #expect(groups.filter { $0.verification == "none" }.map(\.group.rawValue) == ["demo"])
    }
}
