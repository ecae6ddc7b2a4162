import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@Suite struct `approval.confirmBulk` {
    private static let group = ApprovalConfirmBulk.example.params.group

    /// Two operators of one group, of whom the first has decided as often as one operator may in an hour about one person;
    /// the next decision is returned.
    private static func exhausted(
        _ fixture: AuthServiceFixture, _ first: AuthTestClient, _ second: AuthTestClient
    ) async throws -> ApprovalDecide.Params {
        try await first.becomeOperator(fixture, of: ["clinic", "fieldwork"])
        try await second.becomeOperator(fixture, "+4915100000002", of: ["clinic"])
        let person = try await fixture.client().register(fixture, group: group.rawValue).account
        for client in [first, second] { try await client.refresh() }
        for version in 1...50 { try await first.expectSuccess(ApprovalDecide.self, decision(person, version)) }
        return decision(person, 51)
    }

    private static func decision(_ person: AccountID, _ version: Int) -> ApprovalDecide.Params {
        let approves = version % 2 == 1
        return .init(
            accountId: person, version: version, status: approves ? .approvedForSyncing : .disapprovedForSyncing,
            reason: "because")
    }

    @Test(.requirement("A5"))
    func `plays its example: the 51st decision within an hour needs another operator, who allows 50 more`() async throws
    {
        let fixture = try await AuthServiceFixture(), first = fixture.client("first", at: "127.0.0.1")
        let second = fixture.client("second", at: "127.0.0.1")
        var decision = try await Self.exhausted(fixture, first, second)
        try await first.expectRefused(.secondOperatorRequired, ApprovalDecide.self, decision)
        var (params, example) = ApprovalConfirmBulk.example
        params.operatorId = try #require(first.session).account
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await second.call(ApprovalConfirmBulk.self, params) == example)
        fixture.clock.advance(by: .milliseconds(1))
        for _ in 0..<50 {
            try await first.expectSuccess(ApprovalDecide.self, decision)
            decision = Self.decision(decision.accountId, decision.version + 1)
        }
        try await first.expectRefused(.secondOperatorRequired, ApprovalDecide.self, decision)
        let recorded = try await fixture.store.decisions(about: params.operatorId, page: DecisionPage(limit: 1)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .bulkConfirmed, by: .person(try #require(second.session).account), from: "50 decisions",
                    to: "50 more in clinic", reason: params.reason)
            ])
        example.decisions = 50
        #expect(try await fixture.callAsAdministrator(ApprovalConfirmBulk.self, params) == example)
    }

    @Test(.requirement("A5"), arguments: [(-1, false), (0, true)])
    func `a decision counts for an hour, and a move is one`(early ms: Int, isAllowed: Bool) async throws {
        let fixture = try await AuthServiceFixture(), first = fixture.client("first", at: "127.0.0.1")
        let second = fixture.client("second", at: "127.0.0.1")
        let decided = fixture.clock.now + .seconds(183)
        let decision = try await Self.exhausted(fixture, first, second)
        #expect(fixture.clock.now == decided)
        let move = UserMoveGroup.Params(
            accountId: decision.accountId, version: decision.version,
            group: try #require(GroupID(rawValue: "fieldwork")))
        try await first.expectRefused(.secondOperatorRequired, UserMoveGroup.self, move)
        fixture.clock.set(decided + .hours(1) + .milliseconds(ms))
        try await first.refresh()
        let fault = try await first.refusal(UserMoveGroup.self, move)
        #expect(fault?.name == (isAllowed ? nil : "secondOperatorRequired"))
    }

    @Test(.requirement("A5")) func `nobody confirms for themselves, and only an operator of the group does`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), first = fixture.client("first", at: "127.0.0.1")
        let second = fixture.client("second", at: "127.0.0.1")
        let third = fixture.client()
        let decision = try await Self.exhausted(fixture, first, second)
        try await third.becomeOperator(fixture, "+4915100000003", of: ["fieldwork"])
        let account = try #require(first.session).account
        func expectRefused(
            _ kind: FaultKind, _ client: AuthTestClient, _ account: AccountID, _ group: GroupID = Self.group
        ) async throws {
            try await client.expectRefused(
                kind, ApprovalConfirmBulk.self, .init(operatorId: account, group: group))
        }
        try await expectRefused(.selfApproval, first, account)
        try await expectRefused(.notYourGroup, third, account)
        try await expectRefused(.userUnknown, second, decision.accountId)
        try await expectRefused(.userUnknown, second, try #require(third.session).account)
        try await expectRefused(.notYourGroup, second, account, try #require(GroupID(rawValue: "fieldwork")))
        #expect(try await fixture.count("decision", where: "kind = 'bulkConfirmed'") == 0)
        try await first.expectRefused(.secondOperatorRequired, ApprovalDecide.self, decision)
        // A confirmation counts in the group that it names, not in the operator's other groups.
        try await third.expectSuccess(
            ApprovalConfirmBulk.self,
            .init(operatorId: account, group: try #require(GroupID(rawValue: "fieldwork"))))
        try await first.expectRefused(.secondOperatorRequired, ApprovalDecide.self, decision)
    }

    @Test(.requirement("A5"))
    func `past 50 decisions an operator neither ends sessions, nor admits devices, nor gives numbers back`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), first = fixture.client("first", at: "127.0.0.1")
        try await first.becomeOperator(fixture, of: [Self.group.rawValue])
        let person = try await fixture.client().register(fixture, group: Self.group.rawValue).account
        try await first.refresh()
        for _ in 0..<50 { try await first.expectSuccess(UserEndSessions.self, .init(accountId: person)) }
        let session: SessionID = fixture.random.id()
        try await first.expectRefused(.secondOperatorRequired, UserEndSessions.self, .init(accountId: person))
        try await first.expectRefused(.secondOperatorRequired, UserUndoPhone.self, .init(accountId: person))
        for holder in [AdmittedPerson.owner, .newPerson] {
            try await first.expectRefused(
                .secondOperatorRequired, UserAdmit.self,
                .init(sessionId: session, digits: "42", accountId: person, holder: holder))
        }
        try await first.expectSuccess(UserLiftCodeWait.self, .init(accountId: person))
        #expect(try await fixture.count("decision", where: "kind = 'sessionsEnded'") == 50)
    }

    @Test func `a repeated request gets the first answer and is recorded once`() async throws {
        let fixture = try await AuthServiceFixture(), first = fixture.client("first", at: "127.0.0.1")
        let second = fixture.client("second", at: "127.0.0.1")
        try await first.becomeOperator(fixture, of: ["clinic"])
        try await second.becomeOperator(fixture, "+4915100000002", of: ["clinic"])
        var once = ApprovalConfirmBulk.example.params
        (once.operatorId, once.requestId) = (try #require(first.session).account, fixture.random.id())
        for _ in 0..<2 { #expect(try await second.call(ApprovalConfirmBulk.self, once).decisions == 0) }
        once.reason = "another one"
        try await second.expectRefused(.requestIdReused, ApprovalConfirmBulk.self, once)
        #expect(try await fixture.count("decision", where: "kind = 'bulkConfirmed'") == 1)
    }
}
