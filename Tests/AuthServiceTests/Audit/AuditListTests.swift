import AuditService
import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `audit.list` {
    @Test func `plays its example: an approval by the administrator`() async throws {
        let fixture = try await AuthServiceFixture()
        let account = try await fixture.client().register(fixture).account
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: account, version: 1, status: .approvedForSyncing))
        try await fixture.auth.audit.chain()
        var (params, example) = AuditList.example
        params.accountId = account
        let answer = try await fixture.callAsAdministrator(AuditList.self, params)
        (example.rows[0].accountId, example.rows[0].atMs) = (account, fixture.clock.now)
        example.rows[0].number = try #require(answer.rows.first).number
        #expect(answer == example)
    }

    @Test func `the administrator sees all rows, page by page, the newest first`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        try await fixture.client().register(fixture, "+33612345678")
        try await fixture.auth.audit.chain()
        let all = try await fixture.callAsAdministrator(AuditList.self, .init()).rows
        #expect(all.map(\.number) == Array((1...10).reversed()))
        let first = try await fixture.callAsAdministrator(AuditList.self, .init(limit: 6)).rows
        let second = try await fixture.callAsAdministrator(AuditList.self, .init(before: first[5].number)).rows
        #expect(first + second == all)
        let moment = all[0].atMs
        let late = try await fixture.callAsAdministrator(AuditList.self, .init(fromMs: moment)).rows
        let early = try await fixture.callAsAdministrator(AuditList.self, .init(toMs: moment)).rows
        #expect(late + early == all && !late.isEmpty && !early.isEmpty)
    }

    @Test func `a row that was altered to what cannot be read, or to a long text, is listed and hides no other`()
        async throws
    {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        try await fixture.auth.audit.chain()
        let all = try await fixture.callAsAdministrator(AuditList.self, .init()).rows
        try await fixture.tamper(
            "UPDATE audit SET device = \(fixture.database.dialect == .sqlite ? "x'00'" : "'\\x00'::bytea") WHERE number = 2",
            "UPDATE audit SET detail = '\(String(repeating: "e\u{301}", count: 100_000))' WHERE number = 3")
        let listed = try await fixture.callAsAdministrator(AuditList.self, .init()).rows
        #expect(listed.map(\.number) == all.map(\.number))
        for (former, row) in zip(all, listed) {
            switch row.number {
            case 2: #expect(row.kind == Open(rawValue: "unreadable") && row.accountId == nil)
            case 3: #expect(row.detail.utf8.count == 60 && row.accountId == former.accountId)
            default: #expect(row == former)
            }
        }
    }

    @Test(.requirement("L1"))
    func `an operator sees the rows about one person of their groups`() async throws {
        let fixture = try await AuthServiceFixture(), chief = fixture.client(), phone = fixture.client()
        try await chief.becomeOperator(fixture, of: ["fieldwork"])
        let own = try await phone.register(fixture).account
        let other = try await fixture.client().register(fixture, "+33612345678", group: "clinic").account
        try await fixture.auth.audit.chain()
        let rows = try await chief.call(AuditList.self, .init(accountId: own)).rows
        #expect(rows.count == 3 && rows.allSatisfy { $0.accountId == own })
        try await chief.expectRefused(.notYourGroup, AuditList.self, .init(accountId: other))
        try await chief.expectRefused(.userUnknown, AuditList.self, .init(accountId: fixture.random.id()))
        try await chief.expectRefused(.invalidParams, AuditList.self, .init())
        try await phone.expectRefused(.scopeMissing, AuditList.self, .init(accountId: own))
    }

    @Test(.requirement("L1"))
    func `an operator sees the rows since the person came to the group, and the administrator all`() async throws {
        let fixture = try await AuthServiceFixture(), chief = fixture.client(), boss = fixture.client()
        let phone = fixture.client()
        try await chief.becomeOperator(fixture, of: ["clinic"])
        try await boss.becomeOperator(fixture, "+4915112345670", of: ["clinic", "fieldwork"])
        let account = try await phone.register(fixture).account
        fixture.clock.advance(by: .seconds(1))
        let move = try UserMoveGroup.Params(
            accountId: account, version: 1, group: #require(GroupID(rawValue: "clinic")))
        try await boss.refresh()
        _ = try await boss.call(UserMoveGroup.self, move)
        try await fixture.auth.audit.chain()
        try await chief.refresh()
        for client in [chief, boss] {
            let rows = try await client.call(AuditList.self, .init(accountId: account)).rows
            #expect(rows.contains { $0.detail == "groupMoved" } && rows.contains { $0.detail == "movedFacilityGroup" })
            #expect(rows.allSatisfy { $0.atMs == fixture.clock.now } && !rows.contains { $0.detail == "registered" })
            let early = try await client.call(AuditList.self, .init(accountId: account, fromMs: Instant(ms: 0))).rows
            #expect(early == rows)
            let late = fixture.clock.now + .seconds(1)
            #expect(try await client.call(AuditList.self, .init(accountId: account, fromMs: late)).rows.isEmpty)
        }
        let all = try await fixture.callAsAdministrator(AuditList.self, .init(accountId: account)).rows
        #expect(all.contains { $0.detail == "registered" })
    }

    @Test(.requirement("L1"))
    func `decisions are shown to an operator from the same time on, and to the administrator all`() async throws {
        let fixture = try await AuthServiceFixture(), chief = fixture.client()
        try await chief.becomeOperator(fixture, of: ["clinic"])
        let account = try await fixture.client().register(fixture).account
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self,
            .init(accountId: account, version: 1, status: .disapprovedForSyncing, reason: "of the former group"))
        fixture.clock.advance(by: .seconds(1))
        _ = try await fixture.callAsAdministrator(
            UserMoveGroup.self,
            .init(accountId: account, version: 2, group: #require(GroupID(rawValue: "clinic"))))
        fixture.clock.advance(by: .seconds(1))
        _ = try await fixture.callAsAdministrator(UserEndSessions.self, .init(accountId: account))
        try await chief.refresh()
        let wanted: [Open<DecisionKind>] = [Open(.sessionsEnded), Open(.groupMoved)]
        for params in [DecisionList.Params(accountId: account), .init()] {
            #expect(try await chief.call(DecisionList.self, params).decisions.map(\.kind) == wanted)
        }
        #expect(try await chief.call(UserShow.self, .init(accountId: account)).decisions.map(\.kind) == wanted)
        let all = try await fixture.callAsAdministrator(DecisionList.self, .init(accountId: account)).decisions
        #expect(all.map(\.kind) == wanted + [Open(.approval)])
        #expect(
            try await fixture.callAsAdministrator(UserShow.self, .init(accountId: account)).decisions.count == 3)
    }

    @Test(.requirement("D6"))
    func `the rows about a deleted account are found by its identifier`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let account = try await phone.register(fixture).account
        try await phone.deleteAccount(fixture)
        try await fixture.auth.audit.chain()
        let rows = try await fixture.callAsAdministrator(AuditList.self, .init(accountId: account)).rows
        #expect(rows.contains { $0.kind == Open(.deletion) } && rows.allSatisfy { $0.accountId == account })
    }
}
