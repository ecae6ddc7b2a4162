import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.show` {
    @Test func `plays its example: the parents by account and masked number, and the bound device`() async throws {
        let family = try await Family(), added = family.fixture.clock.now
        let before = try await show(family)
        #expect(before.name == "Mia" && before.state == .childInviteVerify && before.deviceName == nil)
        let parent = try #require(family.parent.session).account
        #expect(before.parents.map(\.accountId) == [parent] && before.parents.map(\.sinceMs) == [added])
        #expect(try #require(before.parents.first).phone.contains("•"))
        let other = try await family.addParent("+33612345678")
        try await family.join()
        let after = try await show(family)
        let both = try [family.parent, other].map { try #require($0.session).account }
        #expect(Set(after.parents.map(\.accountId)) == Set(both))
        #expect(after.deviceName == "Mia's tablet" && after.state == .authChild)
    }

    @Test func `an account that is no child's is refused`() async throws {
        let family = try await Family()
        for account in [AccountID(bits: 7), try #require(family.parent.session).account] {
            let fault = await #expect(throws: RemoteFault.self) {
                _ = try await family.fixture.callAsAdministrator(ChildShow.self, .init(childId: account))
            }
            #expect(fault?.name == FaultKind.childUnknown.name)
        }
    }

    private func show(_ family: Family) async throws -> ChildShow.Answer {
        try await family.fixture.callAsAdministrator(ChildShow.self, .init(childId: family.child))
    }
}
