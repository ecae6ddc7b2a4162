import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@Suite struct `approval.pending` {
    @Test func `plays its example: people waiting in the operator's groups, longest first, with masked numbers`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["clinic", "home"])
        let since = fixture.clock.now
        let first = try await fixture.client().register(fixture, group: "clinic")
        let second = try await fixture.client().register(fixture, "+33612345678", group: "clinic")
        try await fixture.client().register(fixture, "+447700900123")
        let (params, _) = ApprovalPending.example
        let people = try await operatorClient.call(ApprovalPending.self, params).people
        #expect(people.map(\.accountId) == [first.account, second.account])
        #expect(people.map(\.phone) == ["+49•••••678", "+33•••••678"])
        #expect(people.map(\.version) == [1, 1])
        #expect(people.first?.sinceMs == since)
    }

    @Test func `the list can be limited to a group, a number, a status and a count`() async throws {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["fieldwork", "clinic"])
        try await fixture.client().register(fixture)
        let other = try await fixture.client().register(fixture, "+33612345678", group: "clinic")
        func ids(_ params: ApprovalPending.Params) async throws -> [AccountID] {
            try await operatorClient.call(ApprovalPending.self, params).people.map(\.accountId)
        }
        #expect(try await ids(.init(group: other.group)) == [other.account])
        #expect(try await ids(.init(phone: "0033 6 12345678")) == [other.account])
        #expect(try await ids(.init(status: .approvedForSyncing)).isEmpty)
        #expect(try await ids(.init(limit: 1)).count == 1)
    }

    @Test func `the list has at most 100 people unless a limit is requested`() async throws {
        let fixture = try await AuthServiceFixture(), columns = "kind, state, facility_group, approval"
        let grant = try await fixture.client().register(fixture)
        _ = try await fixture.database.write { transaction in
            for _ in 0..<100 {
                try transaction.run(
                    Statement(
                        """
                        INSERT INTO account (id, \(columns), approval_version, approval_since, tsv, ordinal, created)
                        SELECT $1, \(columns), approval_version, approval_since, tsv, ordinal, created
                        FROM account WHERE id = $2
                        """, .identifier(fixture.random.id() as AccountID), .identifier(grant.account)))
            }
        }
        #expect(try await fixture.callAsAdministrator(ApprovalPending.self, .init()).people.count == 100)
        #expect(try await fixture.callAsAdministrator(ApprovalPending.self, .init(limit: 101)).people.count == 101)
    }

    @Test func `a group of another operator and a member's token are refused; the administrator sees every group`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client(), member = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["fieldwork"])
        let grant = try await member.register(fixture, group: "clinic")
        try await operatorClient.expectRefused(.notYourGroup, ApprovalPending.self, .init(group: grant.group))
        #expect(try await operatorClient.call(ApprovalPending.self, .init()).people.isEmpty)
        try await member.expectRefused(.scopeMissing, ApprovalPending.self, .init())
        let all = try await fixture.callAsAdministrator(ApprovalPending.self, .init())
        #expect(all.people.map(\.accountId) == [grant.account])
    }
}
