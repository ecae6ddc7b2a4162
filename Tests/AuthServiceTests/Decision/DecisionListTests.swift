import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `decision.list` {
    @Test func `plays its example: an approval by the administrator`() async throws {
        let fixture = try await AuthServiceFixture()
        let account = try await fixture.client().register(fixture).account
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: account, version: 1, status: .approvedForSyncing))
        var (params, example) = DecisionList.example
        params.accountId = account
        (example.decisions[0].accountId, example.decisions[0].atMs) = (account, fixture.clock.now)
        #expect(try await fixture.callAsAdministrator(DecisionList.self, params) == example)
        #expect(
            try await fixture.callAsAdministrator(DecisionList.self, .init(phone: AuthTestClient.phone)) == example)
    }

    @Test func `a decision names the operator, the statuses and the reason, and a refused one is not recorded`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), chief = fixture.client(), phone = fixture.client()
        try await chief.becomeOperator(fixture, of: ["fieldwork"])
        let account = try await phone.register(fixture).account
        var params = ApprovalDecide.Params(
            accountId: account, version: 1, status: .disapprovedForSyncing, reason: "not on the list",
            requestId: fixture.random.id())
        for _ in 0..<2 { _ = try await chief.call(ApprovalDecide.self, params) }
        (params.requestId, params.status) = (nil, .approvedForSyncing)
        _ = try await chief.refusal(ApprovalDecide.self, params)
        let listed = try await fixture.callAsAdministrator(DecisionList.self, .init(accountId: account)).decisions
        let expected = DecisionView(
            atMs: fixture.clock.now, kind: Open(.approval), accountId: account, phone: "+49•••••678",
            operatorId: try #require(chief.session).account, operatorPhone: "+49•••••001",
            from: "waitingForApproval", to: "disapprovedForSyncing", reason: "not on the list")
        #expect(listed == [expected])
    }

    @Test func `without a person all decisions are listed, the newest first, up to the limit`() async throws {
        let fixture = try await AuthServiceFixture()
        var accounts: [AccountID] = []
        for number in [AuthTestClient.phone, "+33612345678"] {
            accounts.append(try await fixture.client().register(fixture, number).account)
        }
        for (version, account) in [(1, accounts[0]), (1, accounts[1]), (2, accounts[0])] {
            _ = try await fixture.callAsAdministrator(
                ApprovalDecide.self, .init(accountId: account, version: version, status: .approvedForSyncing))
            fixture.clock.advance(by: .seconds(1))
        }
        let all = try await fixture.callAsAdministrator(DecisionList.self, .init()).decisions
        #expect(all.map(\.accountId) == [accounts[0], accounts[1], accounts[0]])
        #expect(all.map(\.from) == ["approvedForSyncing", "waitingForApproval", "waitingForApproval"])
        #expect(
            try await fixture.callAsAdministrator(DecisionList.self, .init(limit: 1)).decisions == Array(all.prefix(1)))
        #expect(
            try await fixture.callAsAdministrator(DecisionList.self, .init(accountId: accounts[1])).decisions
                == Array(all.dropFirst().prefix(1)))
    }

    @Test func `decisions about groups and about accounts are one list, the newest first, up to the limit`()
        async throws
    {
        let fixture = try await AuthServiceFixture()
        let account = try await fixture.client().register(fixture).account
        let names = ["ward-1", "ward-2"].compactMap { GroupID(rawValue: $0) }
        func create(_ group: GroupID) async throws {
            _ = try await fixture.callAsAdministrator(GroupCreate.self, .init(group: group))
            fixture.clock.advance(by: .seconds(1))
        }
        try await create(names[0])
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: account, version: 1, status: .approvedForSyncing))
        fixture.clock.advance(by: .seconds(1))
        try await create(names[1])
        let all = try await fixture.callAsAdministrator(DecisionList.self, .init()).decisions
        #expect(all.map(\.group) == [names[1], nil, names[0]])
        #expect(all.map(\.accountId) == [nil, account, nil])
        for limit in 1...3 {
            let listed = try await fixture.callAsAdministrator(DecisionList.self, .init(limit: limit)).decisions
            #expect(listed == Array(all.prefix(limit)))
        }
        let ofGroup = try await fixture.callAsAdministrator(DecisionList.self, .init(group: names[0])).decisions
        #expect(ofGroup == [all[2]])
        // Each group's decisions are numbered from 1 on.
        #expect(try await fixture.count("group_decision", where: "ordinal = 1") == 2)
    }

    @Test func `a call names a group or a person, not both`() async throws {
        let fixture = try await AuthServiceFixture()
        for params in [
            DecisionList.Params(phone: AuthTestClient.phone, group: .sample),
            .init(accountId: fixture.random.id(), group: .sample),
        ] {
            #expect(await fixture.fault(DecisionList.self, params, at: .administration) == "invalidParams")
        }
    }

    @Test func `the decisions about a deleted account are found by its identifier, without a number`() async throws {
        let fixture = try await AuthServiceFixture()
        let account = try await fixture.client().register(fixture).account
        _ = try await fixture.callAsAdministrator(UserDelete.self, .init(accountId: account))
        let listed = try await fixture.callAsAdministrator(DecisionList.self, .init(accountId: account)).decisions
        #expect(listed.map(\.kind) == [Open(.accountDeleted)])
        #expect(listed.map(\.phone) == [nil])
        #expect(
            await fixture.fault(DecisionList.self, .init(phone: AuthTestClient.phone), at: .administration)
                == "userUnknown")
    }
}
