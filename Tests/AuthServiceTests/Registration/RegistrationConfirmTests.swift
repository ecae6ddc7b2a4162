import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `registration.confirm` {
    @Test func `plays its example: the right code makes the account and opens its session`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        var (params, example) = RegistrationConfirm.example
        (params.challengeId, params.code) = (challenge, code)
        let answer = try await phone.call(RegistrationConfirm.self, params)
        #expect(answer.state == example.state)
        #expect(answer.next == nil)
        #expect(answer.session.scope == example.session.scope)
        #expect(answer.session.approval == example.session.approval)
        #expect(answer.session.account != example.session.account)
        phone.session = answer.session
        #expect(try await phone.call(AccountMe.self, Nothing()).phone == AuthTestClient.phone)
    }

    @Test func `five wrong codes answer codeWrong with the attempts left, and the sixth attempt tooManyAttempts`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        let wrong = RegistrationConfirm.Params(challengeId: challenge, code: try fixture.wrong(code))
        for left in [4, 3, 2, 1, 0] {
            let fault = try #require(try await phone.refusal(RegistrationConfirm.self, wrong))
            #expect(fault.name == "codeWrong")
            #expect(fault.data["attemptsLeft"]?.number?.int64 == Int64(left))
        }
        let right = RegistrationConfirm.Params(challengeId: challenge, code: code)
        try await phone.expectRefused(.tooManyAttempts, RegistrationConfirm.self, right)
    }

    @Test func `from ACTIVATED no code is needed`() async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }, phone = fixture.client()
        let start = try await phone.call(
            RegistrationStart.self, .init(phone: AuthTestClient.phone, group: try group("demo")))
        let answer = try await phone.call(RegistrationConfirm.self, .init(challengeId: start.challengeId))
        #expect(answer.state == .registered)
        #expect(answer.session.approval == .approvedForSyncing)
        #expect(answer.session.scope == [Open(.account), Open(.sync)])
    }

    @Test func `a registration without a code does not open an account whose group demands one`() async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }, owner = fixture.client(),
            stranger = fixture.client()
        try await owner.register(fixture)
        let start = try await stranger.call(
            RegistrationStart.self, .init(phone: AuthTestClient.phone, group: try group("demo")))
        let fault = try #require(
            try await stranger.refusal(RegistrationConfirm.self, .init(challengeId: start.challengeId)))
        #expect((fault.name, fault.data["state"]) == ("flowError", "ACTIVATED"))
        #expect(try await fixture.count("session") == 1)
    }

    @Test func `a confirmation for a number that has an account is a login on a new device`() async throws {
        let fixture = try await AuthServiceFixture(), owner = fixture.client(), other = fixture.client()
        try await owner.register(fixture)
        let (challenge, code) = try await other.start(fixture)
        let answer = try await other.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        #expect(answer.session.accountId == nil)
        #expect(try await fixture.count("account") == 1)
        #expect(answer.session.scope == [Open(.unproven)])
        #expect(answer.next == "admit")
        try await owner.expectSuccess(SessionStatus.self, Nothing())
    }

    @Test func `a blocked person registers again and gets an unproven session`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let first = try await phone.register(fixture, group: "home")
        #expect(try await fixture.store.block(first.account, at: fixture.clock.now))
        try await phone.expectRefused(.blocked, SessionStatus.self, Nothing())
        let (challenge, code) = try await phone.start(fixture)
        try await phone.expectRefused(.blocked, SessionStatus.self, Nothing())
        let answer = try await phone.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        #expect(try await fixture.count("account") == 1)
        #expect(answer.session.scope == [Open(.unproven)])
        let approvals = try await fixture.count("account", where: "approval = 'waitingForApproval'")
        #expect((answer.session.approval, approvals) == (nil, 1))
        try await phone.expectRefused(.loginRequired, SessionStatus.self, Nothing(), token: first.accessToken)
    }

    @Test func `confirming without a start, and twice, is refused with state and event`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let nothing = try #require(
            try await phone.refusal(RegistrationConfirm.self, RegistrationConfirm.example.params))
        #expect((nothing.data["state"], nothing.data["event"]) == ("INVALID", "ConfirmRegistration"))
        let (challenge, code) = try await phone.start(fixture)
        let params = RegistrationConfirm.Params(challengeId: challenge, code: code)
        _ = try await phone.call(RegistrationConfirm.self, params)
        let again = try #require(try await phone.refusal(RegistrationConfirm.self, params))
        #expect((again.name, again.data["state"]) == ("flowError", "REGISTERED"))
        #expect(again.data["event"] == "ConfirmRegistration")
    }

    @Test func `a device key cannot confirm a registration that another one started`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), other = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        let params = RegistrationConfirm.Params(challengeId: challenge, code: code)
        try await other.expectRefused(.flowError, RegistrationConfirm.self, params)
    }

    @Test func `a lost answer is given again for ten minutes`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        var params = RegistrationConfirm.Params(challengeId: challenge, code: code, requestId: fixture.random.id())
        let first = try await phone.call(RegistrationConfirm.self, params)
        let again = try await phone.call(RegistrationConfirm.self, params)
        #expect(again.session.refreshToken == first.session.refreshToken)
        #expect(again.session.sessionId == first.session.sessionId)
        #expect(try await fixture.count("session") == 1)
        fixture.clock.advance(by: .minutes(10))
        try await phone.expectRefused(.codeExpired, RegistrationConfirm.self, params)
        params.code = try fixture.wrong(code)
        try await phone.expectRefused(.requestIdReused, RegistrationConfirm.self, params)
    }

    @Test func `too many wrong codes in a row make the device wait`() async throws {
        let fixture = try await AuthServiceFixture { $0.codeLimits = CodeLimits(perChallenge: 5, inARow: 2) },
            phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        let wrong = RegistrationConfirm.Params(challengeId: challenge, code: try fixture.wrong(code))
        for _ in 0..<2 { try await phone.expectRefused(.codeWrong, RegistrationConfirm.self, wrong) }
        try await phone.expectRefused(.codeWait, RegistrationConfirm.self, wrong)
    }

    private func group(_ name: String) throws -> GroupID {
        guard let group = GroupID(rawValue: name) else { throw PreparationFailure(name) }
        return group
    }
}
