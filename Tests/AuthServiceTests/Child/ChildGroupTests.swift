import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

/// A child is in the facility group of one of its parents.
@Suite struct `The facility group of a child` {
    /// Makes a group of parents beside `home`.
    private static func makeGroup(
        _ fixture: AuthServiceFixture, _ approval: GroupApproval = .automatic, named name: String = "home-2"
    ) async throws {
        _ = try await fixture.callAsAdministrator(
            GroupCreate.self,
            .init(group: try #require(GroupID(rawValue: name)), registers: .parent, approval: approval))
    }

    private static func move(
        _ client: AuthTestClient, _ fixture: AuthServiceFixture, to name: String = "home-2"
    ) async throws {
        let account = try #require(client.session).account
        let version = try #require(try await fixture.store.account(account)?.approvalVersion)
        _ = try await fixture.callAsAdministrator(
            UserMoveGroup.self,
            .init(accountId: account, version: Int(version), group: try #require(GroupID(rawValue: name))))
    }

    private static func group(_ family: Family) async throws -> String? {
        try await family.fixture.store.account(family.child)?.group.rawValue
    }

    @Test(.requirement("A3"))
    func `is that of its parent after a move, and its sessions end as the parent's do`() async throws {
        let family = try await Family(), boss = family.fixture.client("boss"), device = family.device
        try await boss.becomeOperator(family.fixture, of: ["home"])
        try await Self.makeGroup(family.fixture)
        let first = try await family.join()
        try await Self.move(family.parent, family.fixture)
        #expect(try await Self.group(family) == "home-2")
        try await device.expectRefused(.movedFacilityGroup, SessionStatus.self, Nothing())
        try await device.expectRefused(
            .movedFacilityGroup, SessionRefresh.self, .init(refreshToken: first.session.refreshToken))
        let event = try #require(try await family.fixture.events(of: family.child).last)
        #expect(event.ended?.value == .movedFacilityGroup)
        #expect(try await family.state() == .childPINLogin)
        try await device.enterPIN()
        #expect(try await device.refresh().group?.rawValue == "home-2")
        #expect(try await device.noticeKinds().first == .groupMoved)
        try await boss.refresh()
        try await boss.expectRefused(.notYourGroup, UserShow.self, .init(accountId: family.child))
        #expect(
            try await family.fixture.count("audit", where: "kind = 'sessionEnd' AND detail = 'movedFacilityGroup'") == 2
        )
    }

    @Test func `stays while another parent is in it, and follows the last one who is moved`() async throws {
        let family = try await Family(), other = try await family.addParent()
        try await Self.makeGroup(family.fixture)
        try await family.join()
        try await Self.move(family.parent, family.fixture)
        #expect(try await Self.group(family) == "home")
        try await family.device.expectSuccess(SessionStatus.self, Nothing())
        try await Self.move(other, family.fixture)
        #expect(try await Self.group(family) == "home-2")
        try await family.device.expectRefused(.movedFacilityGroup, SessionStatus.self, Nothing())
    }

    @Test(arguments: [true, false])
    func `follows the parent who is left when the only one of the group leaves or is deleted`(isDeleted: Bool)
        async throws
    {
        let family = try await Family(), other = try await family.addParent()
        try await Self.makeGroup(family.fixture)
        try await Self.move(other, family.fixture)
        try await family.join()
        #expect(try await Self.group(family) == "home")
        if isDeleted {
            _ = try await family.fixture.callAsAdministrator(UserDelete.self, .init(phone: AuthTestClient.phone))
        } else {
            try await family.parent.refresh()
            _ = try await family.parent.call(ChildRemove.self, .init(childId: family.child))
        }
        #expect(try await Self.group(family) == "home-2")
        try await family.device.expectRefused(.movedFacilityGroup, SessionStatus.self, Nothing())
        try await family.device.enterPIN()
    }

    /// The child's group is `home`, as its parent's is; the other two parents are in `home-2` and `ward`.
    private static func threeParents(firstIsInSecondHome: Bool) async throws -> Family {
        let family = try await Family()
        try await makeGroup(family.fixture)
        try await makeGroup(family.fixture, named: "ward")
        for (phone, name, isFirst) in [
            ("+33612345678", "home-2", firstIsInSecondHome), ("+33612345679", "ward", !firstIsInSecondHome),
        ] {
            let other = try await family.addParent(phone), account = try #require(other.session).account
            try await move(other, family.fixture, to: name)
            _ = try await family.fixture.database.write {
                let text = "UPDATE child_parent SET since = $2 WHERE parent = $1"
                try $0.run(Statement(text, .identifier(account), .int(isFirst ? 1 : 2)))
            }
        }
        return family
    }

    @Test(arguments: [(true, "home-2"), (false, "ward")])
    func `is that of the parent of the longest standing after the last one of its group has left`(
        firstIsInSecondHome: Bool, group: String
    ) async throws {
        let family = try await Self.threeParents(firstIsInSecondHome: firstIsInSecondHome)
        try await family.parent.refresh()
        _ = try await family.parent.call(ChildRemove.self, .init(childId: family.child))
        #expect(try await Self.group(family) == group)
    }

    @Test(arguments: [("home-2", false), ("ward", true)])
    func `is that of the parent who has been moved as the last one of its group`(
        group: String, firstIsInSecondHome: Bool
    ) async throws {
        let family = try await Self.threeParents(firstIsInSecondHome: firstIsInSecondHome)
        try await Self.move(family.parent, family.fixture, to: group)
        #expect(try await Self.group(family) == group)
    }

    @Test(.requirement("A3"))
    func `and its approval are decided about the parents, and an operator of another group learns nothing of it`()
        async throws
    {
        let family = try await Family(), fixture = family.fixture
        let own = fixture.client("own"), other = fixture.client("other")
        try await own.becomeOperator(fixture, "+4915100000002", of: ["home", "clinic"])
        try await other.becomeOperator(fixture, "+4915100000003", of: ["clinic", "fieldwork"])
        for version in [1, 2] {
            let decision = ApprovalDecide.Params(
                accountId: family.child, version: version, status: .waitingForApproval)
            let move = UserMoveGroup.Params(
                accountId: family.child, version: version, group: try #require(GroupID(rawValue: "clinic")))
            try await own.expectRefused(.childFollowsParents, ApprovalDecide.self, decision)
            try await own.expectRefused(.childFollowsParents, UserMoveGroup.self, move)
            try await other.expectRefused(.notYourGroup, ApprovalDecide.self, decision)
            try await other.expectRefused(.notYourGroup, UserMoveGroup.self, move)
        }
        let nowhere = UserMoveGroup.Params(
            accountId: family.child, version: 1, group: try #require(GroupID(rawValue: "nowhere")))
        let atSocket = await fixture.fault(UserMoveGroup.self, nowhere, at: .administration)
        #expect(atSocket == "childFollowsParents")
        #expect(try await fixture.store.account(family.child)?.approvalVersion == 1)
        #expect(try await fixture.count("decision", where: "kind IN ('approval', 'groupMoved')") == 0)
    }

    @Test(.requirement("A3")) func `ends its approval with that of its parent where operators approve`() async throws {
        let family = try await Family()
        try await Self.makeGroup(family.fixture, .manual)
        try await family.join()
        try await Self.move(family.parent, family.fixture)
        #expect(try await family.fixture.store.account(family.child)?.approval == .waitingForApproval)
        #expect(try await family.fixture.events(of: family.child).contains { $0.approval == .waitingForApproval })
        try await family.device.enterPIN()
        #expect(try await family.device.refresh().scope == [Open(.child)])
        try await family.fixture.decide(#require(family.parent.session).account, .approvedForSyncing)
        #expect(try await family.device.refresh().scope == [Open(.child), Open(.sync)])
    }
}
