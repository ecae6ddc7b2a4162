import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `user.import` {
    private static func outcomes(
        _ fixture: AuthServiceFixture, _ people: [UserImport.Person], isDryRun: Bool? = nil, reason: String? = nil
    ) async throws -> [ImportOutcome?] {
        try await fixture.callAsAdministrator(
            UserImport.self, .init(people: people, isDryRun: isDryRun, reason: reason)
        ).results.map(\.value)
    }

    @Test func `plays its example: the person logs in with a code, and the first device is admitted`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (params, example) = UserImport.example
        #expect(try await fixture.callAsAdministrator(UserImport.self, params) == example)
        let login = try await phone.login(fixture)
        #expect((login.next, login.session.approval) == (nil, .approvedForSyncing))
        #expect(login.session.group?.rawValue == "fieldwork")
        #expect(try await phone.call(AccountMe.self, Nothing()).phone == AuthTestClient.phone)
        let recorded = try await fixture.store.decisions(about: login.session.account, page: DecisionPage(limit: 10))
            .map(\.decision)
        #expect(
            recorded == [
                Decision(
                    .imported, by: .administrator, from: nil, to: "fieldwork: approvedForSyncing", reason: nil)
            ])
        #expect(try await fixture.client("thief").login(fixture).next != nil)
    }

    /// People of whom each has another outcome, and numbers that stand in the list more than once.
    private static let people: [UserImport.Person] = [
        .init(phone: "+33612345678", group: "clinic"), .init(phone: "0151", group: "clinic"),
        .init(phone: "+33612345679", group: "nowhere"), .init(phone: "+33612345679", group: "no group at all!"),
        .init(phone: "+33612345679", group: "demo"), .init(phone: "+447700900123", group: "clinic"),
        .init(phone: "+447700900123", group: "fieldwork"), .init(phone: "+4915100000001", group: "clinic"),
        .init(phone: "0033 6 12345678", group: "clinic"), .init(phone: "+33612345670", group: "home"),
        .init(phone: "+33612345678", group: "fieldwork", isApproved: true),
        .init(phone: "+33612345670", group: "nowhere"),
    ]

    private static func occupied() async throws -> AuthServiceFixture {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }
        try await fixture.client().becomeOperator(fixture, "+4915100000001", of: ["clinic"])
        try await fixture.client().register(fixture, "+447700900123", group: "clinic")
        return fixture
    }

    @Test func `a dry run answers for each line what the import then answers`() async throws {
        let fixture = try await Self.occupied()
        let planned = try await Self.outcomes(fixture, Self.people, isDryRun: true)
        #expect(try await fixture.count("account") == 2)
        #expect(try await Self.outcomes(fixture, Self.people) == planned)
        #expect(
            try await Self.outcomes(fixture, Self.people, isDryRun: true) == Self.outcomes(fixture, Self.people))
    }

    @Test func `a bad line stops no good one, and each has its own outcome`() async throws {
        let fixture = try await Self.occupied()
        #expect(
            try await Self.outcomes(fixture, Self.people) == [
                .created, .phoneInvalid, .groupUnknown, .groupUnknown, .groupUnsuitable, .unchanged, .inOtherGroup,
                .isOperator, .unchanged, .created, .inOtherGroup, .groupUnknown,
            ])
        let parent = try await fixture.callAsAdministrator(UserShow.self, .init(phone: "+33612345670"))
        #expect((parent.kind.value, parent.approval) == (.parent, .approvedForSyncing))
        let member = try await fixture.callAsAdministrator(UserShow.self, .init(phone: "+33612345678"))
        #expect((member.kind.value, member.approval) == (.member, .waitingForApproval))
    }

    @Test func `importing a list again changes nothing, and lifts no disapproval`() async throws {
        let fixture = try await AuthServiceFixture()
        let list = [UserImport.Person(phone: AuthTestClient.phone, group: "fieldwork", isApproved: true)]
        #expect(try await Self.outcomes(fixture, list) == [.created])
        let shown = try await fixture.callAsAdministrator(UserShow.self, .init(phone: AuthTestClient.phone))
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self,
            .init(accountId: shown.accountId, version: 1, status: .disapprovedForSyncing, reason: "left"))
        #expect(try await Self.outcomes(fixture, list) == [.unchanged])
        let after = try await fixture.callAsAdministrator(UserShow.self, .init(phone: AuthTestClient.phone))
        #expect((after.accountId, after.approval) == (shown.accountId, .disapprovedForSyncing))
        #expect(try await fixture.count("decision", where: "kind = 'imported'") == 1)
    }

    @Test func `a dry run answers the same and changes nothing`() async throws {
        let fixture = try await AuthServiceFixture()
        let list = [
            UserImport.Person(phone: AuthTestClient.phone, group: "fieldwork"), .init(phone: "1", group: "fieldwork"),
        ]
        #expect(try await Self.outcomes(fixture, list, isDryRun: true) == [.created, .phoneInvalid])
        for table in ["account", "account_number", "decision"] {
            #expect(try await fixture.count(table) == 0, "\(table)")
        }
        #expect(try await Self.outcomes(fixture, list, reason: "list of May") == [.created, .phoneInvalid])
        #expect(try await fixture.count("decision", where: "reason = 'list of May'") == 1)
    }

    @Test(arguments: [(0, false), (1, true), (100, true), (101, false)])
    func `a list has 1 to 100 people`(count: Int, isAllowed: Bool) async throws {
        let fixture = try await AuthServiceFixture()
        let list = (0..<count).map { UserImport.Person(phone: "+33612345\(100 + $0)", group: "fieldwork") }
        let fault = await fixture.fault(
            UserImport.self, .init(people: list, isDryRun: true), at: .administration)
        #expect(fault == (isAllowed ? nil : "invalidParams"))
    }
}
