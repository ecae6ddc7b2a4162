import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `user.show for a family` {
    private static func shown(_ family: Family, _ account: AccountID) async throws -> UserShow.Answer {
        try await family.fixture.callAsAdministrator(UserShow.self, .init(accountId: account))
    }

    @Test func `shows a child with its parents, the state of the access and the open invites without codes`()
        async throws
    {
        let family = try await Family()
        let parent = try #require(family.parent.session).account
        let device = try await family.invite(), other = try await family.inviteParent()
        let answer = try await Self.shown(family, family.child), found = try #require(answer.family)
        #expect((answer.kind.value, answer.phone) == (.child, ""))
        #expect((found.name, found.access) == ("Mia", .childInviteVerify))
        #expect(found.parents.map(\.accountId) == [parent])
        #expect(found.parents.map(\.phone) == ["+49•••••678"])
        #expect(
            found.invites == [
                OpenInvite(purpose: .device, kind: .code, expiresAtMs: device.expiresAtMs),
                OpenInvite(purpose: .parent, kind: .code, expiresAtMs: other.expiresAtMs),
            ])
        let text = try WireEncoder().encode(answer).text
        for code in [device.code, other.code] { #expect(!text.contains(code.reveal)) }
        try await family.device.join(device.code)
        let bound = try #require(try await Self.shown(family, family.child).family)
        #expect(bound.access == .childPINSetup && bound.invites.map(\.purpose) == [.parent])
    }

    @Test func `shows a parent with the children, the state of each access, and no family of a member`() async throws {
        let family = try await Family()
        try await family.join()
        let invite = try await family.inviteParent()
        let answer = try await Self.shown(family, #require(family.parent.session).account)
        let child = PersonChild(
            childId: family.child, name: "Mia", access: .authChild, approval: .approvedForSyncing, parents: 1,
            deviceName: "Mia's tablet",
            invites: [OpenInvite(purpose: .parent, kind: .code, expiresAtMs: invite.expiresAtMs)])
        #expect(answer.family == PersonFamily(children: [child]))
        let member = try await family.fixture.client().register(family.fixture, "+33612345679").account
        #expect(try await Self.shown(family, member).family == nil)
    }

    @Test(.requirement("A1"))
    func `shows an operator no number of a parent and no child of another group`() async throws {
        let family = try await Family(), boss = family.fixture.client("boss"), other = family.fixture.client("other")
        _ = try await family.addParent()
        _ = try await family.fixture.callAsAdministrator(
            GroupCreate.self, .init(group: #require(GroupID(rawValue: "other")), registers: .parent))
        let moved = try await Self.shown(family, #require(family.parent.session).account)
        _ = try await family.fixture.callAsAdministrator(
            UserMoveGroup.self,
            .init(
                accountId: moved.accountId, version: moved.version, group: #require(GroupID(rawValue: "other"))))
        let group = try await Self.shown(family, family.child).group
        try await boss.becomeOperator(family.fixture, of: [group.rawValue])
        let seen = try await boss.call(UserShow.self, .init(accountId: family.child))
        let byAdministrator = try #require(try await Self.shown(family, family.child).family)
        #expect(byAdministrator.parents.allSatisfy { !$0.phone.isEmpty })
        #expect(try #require(seen.family).parents.count { $0.phone.isEmpty } == 1)
        try await other.becomeOperator(family.fixture, "+4915100000002", of: ["other"])
        let parent = try await other.call(UserShow.self, .init(accountId: moved.accountId))
        #expect(parent.family == PersonFamily(), "the child stays in the group of the parent who was not moved")
    }
}
