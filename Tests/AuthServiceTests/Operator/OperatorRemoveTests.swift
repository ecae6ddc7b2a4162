import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `operator.remove` {
    private static let number = "+4915100000001"

    @Test func `plays its example: the operator decides nothing any more, and every session has ended`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), member = fixture.client()
        try await phone.becomeOperator(fixture, Self.number, of: ["clinic", "fieldwork"])
        let person = try await member.register(fixture).account
        let former = try #require(phone.session)
        var params = OperatorRemove.example.params
        (params.phone, params.reason) = (Self.number, "left the clinic")
        _ = try await fixture.callAsAdministrator(OperatorRemove.self, params)
        let decision = ApprovalDecide.Params(accountId: person, version: 1, status: .approvedForSyncing)
        try await phone.expectRefused(.sessionRevoked, ApprovalDecide.self, decision)
        try await phone.expectRefused(.sessionRevoked, SessionRefresh.self, .init(refreshToken: former.refreshToken))
        let ended = try await fixture.asVault(
            TokenIntrospect.self, .init(accountId: former.account, sessionId: former.sessionId))
        #expect(ended.ended?.value == .sessionRevoked)
        let again = try await phone.login(fixture, Self.number)
        #expect(again.next == "secondFactor")
        try await phone.passFactor(#require(phone.authenticator), fixture)
        #expect(phone.session?.scope == [Open(.account)])
        try await phone.expectRefused(.scopeMissing, ApprovalDecide.self, decision)
        let recorded = try await fixture.store.decisions(about: former.account, page: DecisionPage(limit: 1)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .operatorRemoved, by: .administrator, from: "clinic, fieldwork", to: nil, reason: "left the clinic")
            ])
        #expect(try await fixture.callAsAdministrator(OperatorList.self, .init()).operators == [])
    }

    @Test(.requirement("A1")) func `a group that is taken from an operator leaves the others, and is recorded`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.becomeOperator(fixture, Self.number, of: ["clinic", "fieldwork"])
        let account = try #require(phone.session).account
        let person = try await fixture.client().register(fixture, group: "fieldwork").account
        try await phone.refresh()
        #expect(try await phone.call(UserShow.self, .init(accountId: person)).accountId == person)
        let params = OperatorRemove.Params(
            accountId: account, group: GroupID(rawValue: "fieldwork"), reason: "clinic only")
        _ = try await fixture.callAsAdministrator(OperatorRemove.self, params)
        try await phone.expectRefused(.notYourGroup, UserShow.self, .init(accountId: person))
        let operators = try await fixture.callAsAdministrator(OperatorList.self, .init()).operators
        #expect(operators.map { $0.groups.map(\.rawValue) } == [["clinic"]])
        let recorded = try await fixture.store.decisions(about: account, page: DecisionPage(limit: 1)).map(\.decision)
        #expect(
            recorded == [
                Decision(
                    .operatorRemoved, by: .administrator, from: "clinic, fieldwork", to: "clinic",
                    reason: "clinic only")
            ])
        #expect(await fixture.fault(OperatorRemove.self, params, at: .administration) == "groupUnknown")
        let member = OperatorRemove.Params(accountId: person, group: params.group)
        #expect(await fixture.fault(OperatorRemove.self, member, at: .administration) == "userUnknown")
    }

    @Test func `an approval of the operator is withdrawn, and an unused secret is worth nothing`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let enrolled = try await fixture.callAsAdministrator(
            OperatorEnrol.self, .init(phone: Self.number, groups: [.sample]))
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: enrolled.accountId, version: 1, status: .approvedForSyncing))
        _ = try await fixture.callAsAdministrator(OperatorRemove.self, .init(accountId: enrolled.accountId))
        let login = try await phone.login(fixture, Self.number, showing: enrolled.enrolmentSecret)
        #expect(login.session.approval == .waitingForApproval)
        #expect(login.session.scope == [Open(.account)])
        #expect(try await fixture.count("operator_enrolment") == 0)
    }

    @Test func `a member is no operator, and a number without an account neither`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        for phone in [AuthTestClient.phone, Self.number] {
            #expect(
                await fixture.fault(OperatorRemove.self, .init(phone: phone), at: .administration) == "userUnknown")
        }
        #expect(try await fixture.count("decision") == 0)
    }
}
