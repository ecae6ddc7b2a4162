import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `decision.list for an operator` {
    private static func group(_ name: String) throws -> GroupID { try #require(GroupID(rawValue: name)) }

    /// Two operators, of whom the first has both groups and the second has one; and a person of each group about whom the first
    /// has decided once.
    private struct Facility {
        let fixture: AuthServiceFixture, first: AuthTestClient, second: AuthTestClient
        let inClinic: AccountID, inFieldwork: AccountID

        init() async throws {
            fixture = try await AuthServiceFixture()
            first = fixture.client("first", at: "127.0.0.1")
            second = fixture.client("second", at: "127.0.0.1")
            try await first.becomeOperator(fixture, of: ["clinic", "fieldwork"])
            try await second.becomeOperator(fixture, "+4915100000002", of: ["clinic"])
            inClinic = try await fixture.client().register(fixture, group: "clinic").account
            inFieldwork = try await fixture.client().register(fixture, "+33612345678").account
            for client in [first, second] { try await client.refresh() }
            for account in [inClinic, inFieldwork] {
                try await first.expectSuccess(
                    ApprovalDecide.self, .init(accountId: account, version: 1, status: .approvedForSyncing))
            }
        }
    }

    @Test(.requirement("A1"))
    func `shows decisions about people of the operator's groups, and none about operators or other groups`()
        async throws
    {
        let facility = try await Facility(), decider = try #require(facility.first.session).account
        let all = try await facility.first.call(DecisionList.self, .init()).decisions
        #expect(Set(all.map(\.accountId)) == [facility.inClinic, facility.inFieldwork])
        for params in [DecisionList.Params(), .init(operatorId: decider), .init(accountId: facility.inClinic)] {
            let seen = try await facility.second.call(DecisionList.self, params).decisions
            #expect(seen.map(\.accountId) == [facility.inClinic])
            #expect(seen.map(\.operatorId) == [decider])
        }
        #expect(
            try await facility.second.call(DecisionList.self, .init(phone: AuthTestClient.phone)).decisions.count == 1)
        for params in try [
            DecisionList.Params(accountId: facility.inFieldwork), .init(accountId: decider),
            .init(group: Self.group("fieldwork")), .init(operatorId: facility.inFieldwork),
        ] {
            try await facility.second.expectRefused(.notYourGroup, DecisionList.self, params)
        }
        for params in [
            DecisionList.Params(phone: "+33612345678"), .init(accountId: facility.fixture.random.id()),
        ] {
            try await facility.second.expectRefused(.userUnknown, DecisionList.self, params)
        }
        #expect(
            try await facility.fixture.callAsAdministrator(DecisionList.self, .init(operatorId: decider)).decisions
                .count == 2)
    }

    @Test func `shows what the administrator has changed about a group of the operator's`() async throws {
        let facility = try await Facility(), clinic = try Self.group("clinic")
        _ = try await facility.fixture.callAsAdministrator(GroupChange.self, .init(group: clinic, devices: .many))
        let seen = try await facility.second.call(DecisionList.self, .init(group: clinic)).decisions
        #expect(seen.map(\.kind) == [Open(.groupChanged)])
    }

    @Test func `a list up to a moment has the decisions of that millisecond and none of the next`() async throws {
        let facility = try await Facility(), fixture = facility.fixture, clinic = try Self.group("clinic")
        let decider = try #require(facility.first.session).account
        let params = [
            DecisionList.Params(), .init(phone: AuthTestClient.phone), .init(accountId: facility.inClinic),
            .init(group: clinic), .init(operatorId: decider),
        ]
        _ = try await fixture.callAsAdministrator(GroupChange.self, .init(group: clinic, devices: .many))
        let last = fixture.clock.now
        fixture.clock.advance(by: .milliseconds(1))
        try await facility.first.expectSuccess(
            ApprovalDecide.self, .init(accountId: facility.inClinic, version: 2, status: .waitingForApproval))
        _ = try await fixture.callAsAdministrator(GroupChange.self, .init(group: clinic, devices: .one))
        for var each in params {
            for asks in [Self.asAdministrator(fixture), Self.asOperator(facility.first)] {
                let all = try await asks(each)
                each.untilMs = last
                let older = try await asks(each)
                #expect(older == all.filter { $0.atMs <= last }, "\(each)")
                #expect(!older.isEmpty && older.count < all.count, "\(each)")
                each.untilMs = last + .milliseconds(1)
                #expect(try await asks(each) == all)
                each.untilMs = nil
            }
        }
    }

    private typealias Asks = (DecisionList.Params) async throws -> [DecisionView]

    private static func asAdministrator(_ fixture: AuthServiceFixture) -> Asks {
        { try await fixture.callAsAdministrator(DecisionList.self, $0).decisions }
    }

    private static func asOperator(_ client: AuthTestClient) -> Asks {
        { try await client.call(DecisionList.self, $0).decisions }
    }

    @Test(arguments: [
        DecisionList.Params(accountId: AccountID(bits: 1), operatorId: AccountID(bits: 1)),
        .init(group: .sample, operatorId: AccountID(bits: 1)), .init(phone: "+33612345678", group: .sample),
    ])
    func `takes one of person, group and operator`(params: DecisionList.Params) async throws {
        let facility = try await Facility()
        try await facility.first.expectRefused(.invalidParams, DecisionList.self, params)
    }

    @Test(.requirement("A5"))
    func `names the colleagues who cannot go on without a confirmation, until one confirms`() async throws {
        let facility = try await Facility(), fixture = facility.fixture
        let decider = try #require(facility.first.session).account, clinic = try Self.group("clinic")
        for _ in 0..<47 {
            try await facility.first.expectSuccess(UserEndSessions.self, .init(accountId: facility.inFieldwork))
        }
        #expect(try await facility.second.call(DecisionList.self, .init()).unconfirmed == [])
        try await facility.first.expectSuccess(UserEndSessions.self, .init(accountId: facility.inFieldwork))
        let waiting = UnconfirmedOperator(
            operatorId: decider, operatorPhone: "+49•••••001", group: clinic, decisions: 50)
        #expect(try await facility.second.call(DecisionList.self, .init()).unconfirmed == [waiting])
        #expect(try await facility.first.call(DecisionList.self, .init()).unconfirmed == [])
        let all = try await fixture.callAsAdministrator(DecisionList.self, .init()).unconfirmed
        #expect(Set(all.map(\.group)) == [clinic, try Self.group("fieldwork")])
        fixture.clock.advance(by: .milliseconds(2))
        try await facility.second.expectSuccess(
            ApprovalConfirmBulk.self, .init(operatorId: decider, group: clinic, reason: "looked at them"))
        fixture.clock.advance(by: .milliseconds(2))
        #expect(try await facility.second.call(DecisionList.self, .init()).unconfirmed == [])
        #expect(try await fixture.callAsAdministrator(DecisionList.self, .init()).unconfirmed.count == 1)
    }
}
