import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import Testing

/// What every method has in common by which an operator acts on a person.
@Suite struct `Methods of operators about a person` {
    /// A call of one method about a person, at a group of theirs and with a waiting session of theirs.
    struct Attempt: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let refusal: @Sendable (AuthTestClient, Target) async throws -> RemoteFault?

        init<M: Method>(_ method: M.Type, _ params: @escaping @Sendable (Target) -> M.Params) {
            testDescription = M.name
            refusal = { client, target in try await client.refusal(method, params(target)) }
        }
    }

    struct Target: Sendable {
        let account: AccountID, waiting: SessionID, digits: String, clinic: GroupID
    }

    static let attempts = [
        Attempt(ApprovalDecide.self) {
            .init(accountId: $0.account, version: 1, status: .approvedForSyncing, reason: "because")
        },
        Attempt(UserMoveGroup.self) { .init(accountId: $0.account, version: 1, group: $0.clinic) },
        Attempt(UserEndSessions.self) { .init(accountId: $0.account) },
        Attempt(UserAdmit.self) { .init(sessionId: $0.waiting, digits: $0.digits, accountId: $0.account) },
        Attempt(UserAdmit.self) {
            .init(sessionId: $0.waiting, digits: $0.digits, accountId: $0.account, holder: .newPerson)
        },
        Attempt(UserLiftCodeWait.self) { .init(accountId: $0.account) },
        Attempt(UserUndoPhone.self) { .init(accountId: $0.account) },
    ]

    static let reads = [
        Attempt(UserShow.self) { .init(accountId: $0.account) },
        Attempt(ApprovalExplain.self) { .init(accountId: $0.account) },
        Attempt(DecisionList.self) { .init(accountId: $0.account) },
    ]

    /// A person with a device that waits to be admitted.
    private static func target(_ fixture: AuthServiceFixture) async throws -> Target {
        let grant = try await fixture.client().register(fixture)
        let waiting = try await fixture.client("tablet").login(fixture).session
        return Target(
            account: grant.account, waiting: waiting.sessionId, digits: try #require(waiting.digits),
            clinic: try #require(GroupID(rawValue: "clinic")))
    }

    /// Every row of the tables that such a call may change.
    private static func rows(_ fixture: AuthServiceFixture) async throws -> [String] {
        let tables = [
            "account", "session", "device", "decision", "notice", "delayed_act", "number_change", "account_number",
            "revocation_event", "otp_streak",
        ]
        return try await fixture.database.read { transaction in
            try tables.flatMap { table in
                try transaction.run(Statement("SELECT * FROM \(table)")).map { "\(table): \($0.values)" }.sorted()
            }
        }
    }

    @Test(.requirement("A1"), arguments: attempts + reads)
    func `are refused alike about a person of another group, and change nothing`(attempt: Attempt) async throws {
        let fixture = try await AuthServiceFixture(), boss = fixture.client("boss")
        let target = try await Self.target(fixture)
        try await boss.becomeOperator(fixture, of: ["clinic", "home"])
        let before = try await Self.rows(fixture)
        #expect(try await attempt.refusal(boss, target)?.name == "notYourGroup")
        #expect(try await Self.rows(fixture) == before)
    }

    @Test(.requirement("A1"), arguments: attempts + reads)
    func `are refused alike to an operator who has lost the group meanwhile`(attempt: Attempt) async throws {
        let fixture = try await AuthServiceFixture(), boss = fixture.client("boss")
        let target = try await Self.target(fixture)
        try await boss.becomeOperator(fixture, of: ["clinic", "fieldwork"])
        _ = try await fixture.callAsAdministrator(
            OperatorRemove.self,
            .init(accountId: boss.session?.accountId, group: GroupID(rawValue: "fieldwork"), reason: "clinic only"))
        let before = try await Self.rows(fixture)
        #expect(try await attempt.refusal(boss, target)?.name == "notYourGroup")
        #expect(try await Self.rows(fixture) == before)
    }

    @Test(.requirement("A5"), arguments: attempts)
    func `are refused alike about the operator's own account and about another operator`(attempt: Attempt) async throws
    {
        let fixture = try await AuthServiceFixture(), boss = fixture.client("boss"), other = fixture.client("other")
        try await boss.becomeOperator(fixture, of: ["clinic", "fieldwork"])
        try await other.becomeOperator(fixture, "+4915100000002", of: ["clinic", "fieldwork"])
        let waiting = try await fixture.client("tablet").login(fixture, "+4915100000001").session
        let mine = Target(
            account: try #require(boss.session).account, waiting: waiting.sessionId,
            digits: try #require(waiting.digits), clinic: try #require(GroupID(rawValue: "fieldwork")))
        let before = try await Self.rows(fixture)
        #expect(try await attempt.refusal(boss, mine)?.name == "selfApproval")
        #expect(try await attempt.refusal(other, mine)?.name == "notYourGroup")
        #expect(try await Self.rows(fixture) == before)
    }

    @Test(.requirement("A4"), arguments: attempts + reads)
    func `are refused to a member, also to an approved one`(attempt: Attempt) async throws {
        let fixture = try await AuthServiceFixture(), member = fixture.client("member")
        let target = try await Self.target(fixture)
        let grant = try await member.register(fixture, "+33612345678")
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: grant.account, version: 1, status: .approvedForSyncing))
        try await member.refresh()
        #expect(try await attempt.refusal(member, target)?.name == "scopeMissing")
    }

    @Test func `a number of another group is refused like one that nobody has`() async throws {
        let fixture = try await AuthServiceFixture(), boss = fixture.client("boss")
        let target = try await Self.target(fixture)
        try await boss.becomeOperator(fixture, of: ["clinic"])
        for phone in [AuthTestClient.phone, "+33612345678"] {
            try await boss.expectRefused(.userUnknown, UserShow.self, .init(phone: phone))
            try await boss.expectRefused(.userUnknown, UserEndSessions.self, .init(phone: phone))
            try await boss.expectRefused(.userUnknown, UserLiftCodeWait.self, .init(phone: phone))
            try await boss.expectRefused(.userUnknown, UserUndoPhone.self, .init(phone: phone))
            try await boss.expectRefused(
                .userUnknown, UserAdmit.self,
                .init(sessionId: target.waiting, digits: target.digits, phone: phone))
        }
    }

    @Test func `an operator sees a person, and ends their sessions under their own name`() async throws {
        let fixture = try await AuthServiceFixture(), boss = fixture.client("boss"), phone = fixture.client("phone")
        let grant = try await phone.register(fixture)
        try await boss.becomeOperator(fixture, of: ["fieldwork"])
        let shown = try await boss.call(UserShow.self, .init(phone: AuthTestClient.phone))
        #expect((shown.accountId, shown.devices.map(\.name)) == (grant.account, ["phone"]))
        #expect(try await boss.call(UserEndSessions.self, .init(accountId: grant.account, reason: "lost")).ended == 1)
        try await phone.expectRefused(.sessionRevoked, AccountMe.self, Nothing())
        let recorded = try await fixture.store.decisions(about: grant.account, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .sessionsEnded, by: .person(try #require(boss.session).account), from: "1 sessions", to: nil,
                    reason: "lost")
            ])
    }
}
