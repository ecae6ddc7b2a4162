import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `group.list` {
    @Test func `plays its example: the groups a person may choose`() async throws {
        let fixture = try await AuthServiceFixture()
        let groups = try await fixture.client().call(GroupList.self, Nothing()).groups
        #expect(groups.map(\.group.rawValue) == ["clinic", "fieldwork", "home"])
        #expect(groups.map(\.devices.value) == [.one, .many, .many])
        #expect(groups.map(\.approval.value) == [.manual, .manual, .automatic])
        #expect(groups.map(\.registers.value) == [.member, .member, .parent])
        #expect([groups[0]] == GroupList.example.answer.groups)
    }

    @Test func `the group without codes is listed in demo mode only`() async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }
        let groups = try await fixture.client().call(GroupList.self, Nothing()).groups
        #expect(groups.filter { $0.verification.value == GroupVerification.none }.map(\.group.rawValue) == ["demo"])
    }

    @Test(arguments: [(997, 1000), (998, 1000)])
    func `at most a thousand groups are listed`(created: Int, listed: Int) async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.store.insertMissing(
            (0..<created).map { FacilityGroup(name: try #require(GroupID(rawValue: "g\($0)"))) })
        #expect(try await fixture.count("facility_group") == created + 3)
        #expect(try await fixture.client().call(GroupList.self, Nothing()).groups.count == listed)
    }

    @Test func `the administrator sees every group, also those that nobody may join`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.store.insertMissing(FacilityGroup.builtIn(demo: true))
        _ = try await fixture.callAsAdministrator(
            GroupCreate.self, .init(group: try #require(GroupID(rawValue: "closed")), isJoinable: false))
        let open = try await fixture.client().call(GroupList.self, Nothing()).groups
        #expect(open.map(\.group.rawValue) == ["clinic", "fieldwork", "home"])
        let all = try await fixture.callAsAdministrator(GroupList.self, Nothing()).groups
        #expect(all.map(\.group.rawValue) == ["clinic", "closed", "demo", "fieldwork", "home"])
        #expect(all.map(\.isJoinable) == [true, false, true, true, true])
    }
}
