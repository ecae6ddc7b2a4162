import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

/// An operator logs in with code, PIN and second factor, in groups that require neither of the last two.
@Suite struct `The login of an operator` {
    private static let number = "+4915100000001"
    private static let decides: Set<Open<Scope>> = [Open(.account), Open(.approvalsDecide), Open(.usersRead)]

    private static func fixture() async throws -> AuthServiceFixture {
        try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
    }

    /// Expects that no method of operators is allowed to a session.
    private static func expectRefused(_ kind: FaultKind, _ client: AuthTestClient) async throws {
        for attempt in `Methods of operators about a person`.attempts + `Methods of operators about a person`.reads {
            let target = `Methods of operators about a person`.Target(
                account: client.random.id(), waiting: client.random.id(), digits: "42", clinic: .sample)
            #expect(try await attempt.refusal(client, target)?.name == kind.name, "\(attempt.testDescription)")
        }
        try await client.expectRefused(kind, ApprovalPending.self, .init())
        try await client.expectRefused(kind, AuditList.self, .init(accountId: client.random.id()))
    }

    @Test(.requirement("A6"))
    func `decides nothing before the PIN is made and the second factor confirmed`() async throws {
        let fixture = try await Self.fixture(), phone = fixture.client()
        let enrolled = try await fixture.callAsAdministrator(
            OperatorEnrol.self, .init(phone: Self.number, groups: [.sample]))
        let login = try await phone.login(fixture, Self.number, showing: enrolled.enrolmentSecret)
        #expect((login.next, login.session.scope) == ("createPIN", [Open(.pinRequired)]))
        try await Self.expectRefused(.pinSetupRequired, phone)
        try await phone.enrol()
        try await phone.refresh()
        #expect(phone.session?.scope == [Open(.preTFA)])
        try await Self.expectRefused(.secondFactorRequired, phone)
        let secret = try await phone.call(SecondFactorEnroll.self, .init()).secret
        try await Self.expectRefused(.secondFactorRequired, phone)
        _ = try await phone.call(SecondFactorConfirm.self, .init(code: phone.code(secret, fixture)))
        try await phone.refresh()
        #expect(Set(try #require(phone.session).scope) == Self.decides)
        try await phone.expectSuccess(ApprovalPending.self, .init())
    }

    @Test(.requirement("A6"))
    func `passes the PIN and the second factor again after a code, and the latter after the PIN`()
        async throws
    {
        let fixture = try await Self.fixture(), phone = fixture.client()
        try await phone.becomeOperator(fixture, Self.number, of: ["clinic"])
        let secret = try #require(phone.authenticator)
        #expect(try await phone.login(fixture, Self.number).next == "provePIN")
        try await Self.expectRefused(.pinSetupRequired, phone)
        let code = try phone.code(secret, fixture)
        try await phone.expectRefused(.secondFactorUnknown, SecondFactorVerify.self, .init(code: code))
        try await phone.expectRefused(.pinSetupRequired, SecondFactorEnroll.self, .init())
        #expect(try await phone.prove().next == "secondFactor")
        try await Self.expectRefused(.secondFactorRequired, phone)
        try await phone.passFactor(secret, fixture)
        #expect(Set(try #require(phone.session).scope) == Self.decides)
        fixture.clock.advance(by: .seconds(90))
        #expect(try await phone.prove().next == "secondFactor")
        try await Self.expectRefused(.secondFactorRequired, phone)
    }

    @Test(.requirement("A6"), arguments: [false, true])
    func `is asked for again when the second factor was removed, and no session goes on`(
        byAdministrator: Bool
    ) async throws {
        let fixture = try await Self.fixture(), phone = fixture.client()
        try await phone.becomeOperator(fixture, Self.number, of: ["clinic"])
        let former = try #require(phone.session)
        if byAdministrator {
            _ = try await fixture.callAsAdministrator(UserRemoveSecondFactor.self, .init(phone: Self.number))
        } else {
            let code = try phone.code(#require(phone.authenticator), fixture)
            try await phone.expectSuccess(
                SecondFactorDisable.self, .init(confirmation: GivenConfirmation(factorCode: code)))
        }
        try await Self.expectRefused(.loginRequired, phone)
        try await phone.expectRefused(.loginRequired, SessionRefresh.self, .init(refreshToken: former.refreshToken))
        let seen = try await fixture.asVault(
            TokenIntrospect.self, .init(accountId: former.account, sessionId: former.sessionId))
        #expect((seen.active, seen.ended?.value) == (false, .loginRequired))
        #expect(try await phone.login(fixture, Self.number).next == "provePIN")
        try await phone.expectRefused(.pinSetupRequired, SecondFactorEnroll.self, .init())
        #expect(try await phone.prove().next == "secondFactor")
        try await Self.expectRefused(.secondFactorRequired, phone)
        let secret = try await phone.call(SecondFactorEnroll.self, .init()).secret
        _ = try await phone.call(SecondFactorConfirm.self, .init(code: phone.code(secret, fixture)))
        try await phone.refresh()
        try await phone.expectSuccess(ApprovalPending.self, .init())
    }

    @Test(.requirement("A6")) func `is asked for again when the PIN is gone, and no session goes on`() async throws {
        let fixture = try await Self.fixture(), phone = fixture.client()
        try await phone.becomeOperator(fixture, Self.number, of: ["clinic"])
        try await fixture.deleteRows(of: "pin")
        try await Self.expectRefused(.loginRequired, phone)
        #expect(try await phone.login(fixture, Self.number).next == "createPIN")
        try await Self.expectRefused(.pinSetupRequired, phone)
    }

    @Test(.requirement("A6"), arguments: ["pin", "second_factor"])
    func `ends the full sessions of other devices when it makes a secret that was missing`(table: String) async throws {
        let fixture = try await Self.fixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.becomeOperator(fixture, Self.number, of: ["clinic"])
        let secret = try #require(phone.authenticator)
        try await tablet.login(fixture, Self.number)
        try await phone.admit(tablet, confirmation: GivenConfirmation(factorCode: phone.code(secret, fixture)))
        fixture.clock.advance(by: .seconds(30))
        try await tablet.passOperatorLogin(secret, fixture)
        let former = try #require(tablet.session)
        try await tablet.expectSuccess(ApprovalPending.self, .init())

        try await fixture.deleteRows(of: table)
        try await Self.expectRefused(.loginRequired, tablet)
        try await phone.login(fixture, Self.number)
        if table == "pin" {
            try await phone.enrol()
        } else {
            try await phone.prove()
            let renewed = try await phone.call(SecondFactorEnroll.self, .init()).secret
            _ = try await phone.call(SecondFactorConfirm.self, .init(code: phone.code(renewed, fixture)))
        }
        try await Self.expectRefused(.loginRequired, tablet)
        try await tablet.expectRefused(.loginRequired, SessionRefresh.self, .init(refreshToken: former.refreshToken))
    }

    @Test(.requirement("A6"), arguments: [2, 3])
    func `by a code counts wrong PINs on the admitted device as a login by PIN does`(wrong: Int) async throws {
        let fixture = try await Self.fixture(), phone = fixture.client()
        try await phone.becomeOperator(fixture, Self.number, of: ["clinic"])
        try await phone.login(fixture, Self.number)
        for _ in 0..<min(wrong, 2) { try await phone.expectRefused(.pinWrong, proving: "111111") }
        if wrong < 3 {
            #expect(try await phone.prove().next == "secondFactor")
        } else {
            try await phone.expectRefused(.blocked, proving: "111111")
        }
    }

    @Test func `of a member of the same group asks for neither`() async throws {
        let fixture = try await Self.fixture(), phone = fixture.client()
        try await phone.register(fixture, group: "clinic")
        #expect(try await phone.login(fixture).next == nil)
    }
}
