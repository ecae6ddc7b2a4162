import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@Suite struct `user.moveGroup` {
    private static func group(_ name: String) throws -> GroupID { try #require(GroupID(rawValue: name)) }

    private static func params(
        _ person: AccountID, version: Int = 1, to group: String = "clinic"
    ) throws -> UserMoveGroup.Params {
        .init(accountId: person, version: version, group: try Self.group(group))
    }

    @Test(.requirement("A3"))
    func `plays its example: the person waits in the new group, and every session ends with movedFacilityGroup`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), boss = fixture.client(), phone = fixture.client()
        try await boss.becomeOperator(fixture, of: ["clinic", "fieldwork"])
        let own = try #require(boss.session).account
        let grant = try await phone.register(fixture)
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: grant.account, version: 1, status: .approvedForSyncing))
        let waiting = fixture.client("tablet")
        try await waiting.login(fixture)
        try await boss.refresh()
        var (params, example) = UserMoveGroup.example
        (params.accountId, params.version) = (grant.account, 2)
        (example.accountId, example.version) = (grant.account, 3)
        #expect(try await boss.call(UserMoveGroup.self, params) == example)

        try await phone.expectRefused(.movedFacilityGroup, SessionStatus.self, Nothing())
        try await phone.expectRefused(
            .movedFacilityGroup, SessionRefresh.self, .init(refreshToken: grant.refreshToken))
        try await waiting.expectRefused(.loginRequired, SessionStatus.self, Nothing())
        let ended = try await fixture.asVault(
            TokenIntrospect.self, .init(accountId: grant.account, sessionId: grant.sessionId))
        #expect((ended.active, ended.ended?.value) == (false, .movedFacilityGroup))
        let page = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0)))
        let events = page.events.filter { $0.accountId == grant.account }.suffix(3)
        #expect(Set(events.compactMap { $0.ended?.value }) == [.movedFacilityGroup, .loginRequired])
        #expect(events.last?.approval == .waitingForApproval)

        let recorded = try await fixture.store.decisions(about: grant.account, page: DecisionPage(limit: 1)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .groupMoved, by: .person(own), from: "fieldwork: approvedForSyncing",
                    to: "clinic: waitingForApproval", reason: params.reason)
            ])
        let again = try await phone.login(fixture)
        #expect((again.next, again.session.group, again.session.approval) == (nil, example.group, .waitingForApproval))
        #expect(try await phone.noticeKinds().first == .groupMoved)
        #expect(try await fixture.count("account", where: "facility_group = 'fieldwork'") == 0)
    }

    @Test(arguments: [
        (ApprovalStatus.waitingForApproval, "fieldwork", "clinic", ApprovalStatus.waitingForApproval),
        (.approvedForSyncing, "fieldwork", "clinic", .waitingForApproval),
        (.disapprovedForSyncing, "fieldwork", "clinic", .disapprovedForSyncing),
        (.waitingForApproval, "fieldwork", "quick", .approvedForSyncing),
        (.approvedForSyncing, "fieldwork", "quick", .approvedForSyncing),
        (.disapprovedForSyncing, "fieldwork", "quick", .disapprovedForSyncing),
        (.approvedForSyncing, "quick", "clinic", .waitingForApproval),
    ])
    func `the status follows the new group, but a disapproval and its reason stay`(
        before: ApprovalStatus, from: String, to: String, after: ApprovalStatus
    ) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let quick = GroupPolicies(group: try Self.group("quick"), approval: .automatic)
        _ = try await fixture.callAsAdministrator(GroupCreate.self, quick)
        let grant = try await phone.register(fixture, group: from)
        let decided = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: grant.account, version: 1, status: before, reason: "because"))
        let moved = try await fixture.callAsAdministrator(
            UserMoveGroup.self, Self.params(grant.account, version: decided.version, to: to))
        #expect((moved.status, moved.version) == (after, decided.version + 1))
        let shown = try await fixture.callAsAdministrator(UserShow.self, .init(accountId: grant.account))
        #expect((shown.group, shown.approval, shown.version) == (try Self.group(to), after, moved.version))
        #expect(shown.approvalReason == (after == .disapprovedForSyncing ? "because" : nil))
        try await phone.expectRefused(.movedFacilityGroup, AccountMe.self, Nothing())
    }

    @Test func `who has requested a new PIN waits also in a group that approves by itself`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client()
        _ = try await fixture.callAsAdministrator(
            GroupCreate.self, .init(group: try Self.group("quick"), approval: .automatic))
        let grant = try await phone.register(fixture)
        try await phone.enrol()
        try await phone.requestReset(fixture)
        let shown = try await fixture.callAsAdministrator(UserShow.self, .init(accountId: grant.account))
        let moved = try await fixture.callAsAdministrator(
            UserMoveGroup.self, Self.params(grant.account, version: shown.version, to: "quick"))
        #expect(moved.status == .waitingForApproval)
    }

    @Test(.requirement("A1")) func `an operator needs both groups, and every refusal has its own fault`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let both = fixture.client("both"), from = fixture.client("from"), to = fixture.client("to")
        let grant = try await phone.register(fixture)
        try await from.becomeOperator(fixture, "+4915100000002", of: ["fieldwork"])
        try await to.becomeOperator(fixture, "+4915100000003", of: ["clinic"])
        try await both.becomeOperator(fixture, of: ["clinic", "fieldwork", "home"])
        let own = try #require(both.session).account, other = try #require(to.session).account
        let params = try Self.params(grant.account)
        for client in [from, to] {
            try await client.refresh()
            try await client.expectRefused(.notYourGroup, UserMoveGroup.self, params)
        }
        try await both.expectRefused(.notYourGroup, UserMoveGroup.self, Self.params(grant.account, to: "nowhere"))
        try await both.expectRefused(.notYourGroup, UserMoveGroup.self, Self.params(other, to: "fieldwork"))
        try await both.expectRefused(.selfApproval, UserMoveGroup.self, Self.params(own, to: "fieldwork"))
        try await both.expectRefused(.userUnknown, UserMoveGroup.self, Self.params(fixture.random.id()))
        try await both.expectRefused(.versionStale, UserMoveGroup.self, Self.params(grant.account, version: 2))
        for unsuitable in ["home", "fieldwork"] {
            try await both.expectRefused(
                .groupUnsuitable, UserMoveGroup.self, Self.params(grant.account, to: unsuitable))
        }
        let atSocket = await fixture.fault(
            UserMoveGroup.self, try Self.params(grant.account, to: "nowhere"), at: .administration)
        let ofOperator = await fixture.fault(
            UserMoveGroup.self, try Self.params(own, to: "fieldwork"), at: .administration)
        #expect((atSocket, ofOperator) == ("groupUnknown", "userUnknown"))
        try await phone.expectRefused(.scopeMissing, UserMoveGroup.self, params)
        #expect(try await fixture.store.account(grant.account)?.approvalVersion == 1)
        #expect(try await fixture.count("decision", where: "kind = 'groupMoved'") == 0)
    }

    @Test func `nobody is moved between groups of which one verifies no numbers`() async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }
        let grant = try await fixture.client().register(fixture)
        let fault = await fixture.fault(
            UserMoveGroup.self, try Self.params(grant.account, to: "demo"), at: .administration)
        #expect(fault == "groupUnsuitable")
    }

    @Test func `a repeated request gets the first answer and moves nobody twice`() async throws {
        let fixture = try await AuthServiceFixture(), boss = fixture.client(), phone = fixture.client()
        try await boss.becomeOperator(fixture, of: ["clinic", "fieldwork"])
        var once = try Self.params(try await phone.register(fixture).account)
        once.requestId = fixture.random.id()
        let first = try await boss.call(UserMoveGroup.self, once)
        #expect(try await boss.call(UserMoveGroup.self, once) == first)
        once.version = 2
        try await boss.expectRefused(.requestIdReused, UserMoveGroup.self, once)
        #expect(try await fixture.count("decision", where: "kind = 'groupMoved'") == 1)
    }
}
