import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `operator.reset` {
    private static let number = "+4915100000001"

    @Test func `plays its example: the lost phone decides nothing, and the new one gets in with the new secret`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let lost = fixture.client("lost"), new = fixture.client("new"), member = fixture.client("member")
        try await lost.becomeOperator(fixture, Self.number, of: ["clinic", "fieldwork"])
        let codes = try await lost.makeCodes()
        let former = try #require(lost.session)
        let person = try await member.register(fixture).account
        var (params, example) = OperatorReset.example
        params.phone = Self.number
        let answer = try await fixture.callAsAdministrator(OperatorReset.self, params)
        example = .init(
            accountId: former.account, phone: "+49•••••001", groups: answer.groups,
            enrolmentSecret: answer.enrolmentSecret, expiresAtMs: fixture.clock.now + .hours(72))
        #expect(answer == example)
        #expect(answer.groups.map(\.rawValue) == ["clinic", "fieldwork"])

        try await lost.expectRefused(.sessionRevoked, AccountMe.self, Nothing())
        try await lost.expectRefused(.sessionRevoked, SessionRefresh.self, .init(refreshToken: former.refreshToken))
        #expect(try await lost.login(fixture, Self.number).session.scope == [Open(.unproven)])
        try await lost.expectRefused(
            .recoveryCodeWrong, SessionAdmitByRecoveryCode.self, .init(code: codes[0]))
        for table in ["pin", "second_factor", "recovery_code"] {
            #expect(try await fixture.count(table) == 0, "\(table)")
        }
        let login = try await new.login(fixture, Self.number, showing: answer.enrolmentSecret)
        #expect(login.next == "createPIN")
        try await new.makeOperatorSecrets(fixture)
        try await new.expectSuccess(
            ApprovalDecide.self, .init(accountId: person, version: 1, status: .approvedForSyncing))
        #expect(try await new.noticeKinds().contains(.deviceRemoved))
        let recorded = try await fixture.store.decisions(about: former.account, page: DecisionPage(limit: 1)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .operatorReset, by: .administrator, from: "1 admitted devices, 1 sessions", to: nil,
                    reason: params.reason)
            ])
        let events = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0))).events
        #expect(events.contains { $0.accountId == former.account && $0.ended?.value == .sessionRevoked })
    }

    @Test func `a former secret is worth nothing, and suspended devices stay out`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let lost = fixture.client("lost")
        let enrolled = try await fixture.callAsAdministrator(
            OperatorEnrol.self, .init(phone: Self.number, groups: OperatorEnrol.example.params.groups))
        _ = try await fixture.callAsAdministrator(OperatorReset.self, .init(phone: Self.number))
        let login = try await lost.login(fixture, Self.number, showing: enrolled.enrolmentSecret)
        #expect(login.session.scope == [Open(.unproven)])
        #expect(try await fixture.count("device", where: "admitted = 1 OR suspended = 1") == 0)
    }

    @Test func `only operators are reset`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        for phone in [AuthTestClient.phone, "+33612345678"] {
            #expect(await fixture.fault(OperatorReset.self, .init(phone: phone), at: .administration) == "userUnknown")
        }
        #expect(try await fixture.count("decision") == 0)
    }
}
