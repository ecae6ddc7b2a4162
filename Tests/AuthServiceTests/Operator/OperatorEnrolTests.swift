import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `operator.enrol` {
    private static let number = "+4915100000001"
    private static let decides: Set<Open<Scope>> = [Open(.account), Open(.approvalsDecide), Open(.usersRead)]

    private static func fixture() async throws -> AuthServiceFixture {
        try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
    }

    private static func enrol(
        _ fixture: AuthServiceFixture, groups: [GroupID]? = [GroupID.sample]
    ) async throws -> EnrolmentSecret {
        try await fixture.callAsAdministrator(OperatorEnrol.self, .init(phone: number, groups: groups)).enrolmentSecret
    }

    @Test func `plays its example: the secret admits the operator's device beside a right code`() async throws {
        let fixture = try await Self.fixture(), phone = fixture.client()
        var (params, example) = OperatorEnrol.example
        params.phone = Self.number
        let answer = try await fixture.callAsAdministrator(OperatorEnrol.self, params)
        #expect(answer.groups == example.groups)
        #expect(answer.expiresAtMs == fixture.clock.now + .hours(72))
        example.phone = try #require(E164(parsing: Self.number)).description
        #expect(answer.phone == example.phone)
        let login = try await phone.login(fixture, Self.number, showing: answer.enrolmentSecret)
        #expect((login.session.account, login.next) == (answer.accountId, "createPIN"))
        try await phone.makeOperatorSecrets(fixture)
        #expect(Set(try #require(phone.session).scope) == Self.decides)
        try await phone.expectSuccess(ApprovalPending.self, .init())
    }

    @Test func `a code without the secret, or with a wrong one, makes nobody an operator`() async throws {
        let fixture = try await Self.fixture()
        let secret = try await Self.enrol(fixture)
        for shown in [nil, EnrolmentSecret(fixture.random)] {
            let thief = fixture.client()
            let login = try await thief.login(fixture, Self.number, showing: shown)
            #expect((login.session.scope, login.next) == ([Open(.unproven)], "admit"))
            try await thief.expectRefused(.newDeviceProofRequired, ApprovalPending.self, .init())
        }
        #expect(try await fixture.client().login(fixture, Self.number, showing: secret).next == "createPIN")
    }

    @Test func `registering with the operator's number makes nobody an operator`() async throws {
        let fixture = try await Self.fixture(), thief = fixture.client()
        _ = try await Self.enrol(fixture)
        try await thief.register(fixture, Self.number)
        #expect(thief.session?.scope == [Open(.unproven)])
    }

    @Test(.requirement("R6")) func `a secret is used once, and a later device needs another secret or an admission`()
        async throws
    {
        let fixture = try await Self.fixture(), phone = fixture.client(), tablet = fixture.client()
        let secret = try await Self.enrol(fixture)
        try await phone.login(fixture, Self.number, showing: secret)
        try await phone.makeOperatorSecrets(fixture)
        let authenticator = try #require(phone.authenticator)
        #expect(try await tablet.login(fixture, Self.number, showing: secret).next == "provePIN")
        #expect(try await phone.login(fixture, Self.number).next == "provePIN")
        try await phone.passOperatorLogin(authenticator, fixture)
        try await phone.admit(tablet, confirmation: phone.confirmation())
        fixture.clock.advance(by: .seconds(90))
        try await tablet.passOperatorLogin(authenticator, fixture)
        #expect(Set(try #require(tablet.session).scope) == Self.decides)
        let another = try await Self.enrol(fixture, groups: nil)
        let laptop = fixture.client()
        #expect(try await laptop.login(fixture, Self.number, showing: another).next == "provePIN")
        #expect(try await laptop.prove().next == "secondFactor")
    }

    @Test func `a wrong code with the right secret is codeWrong, and does not use the secret up`() async throws {
        let fixture = try await Self.fixture(), phone = fixture.client()
        let secret = try await Self.enrol(fixture)
        let (challenge, code) = try await phone.requestCode(fixture, to: Self.number)
        let wrong = try fixture.wrong(code)
        for shown in [nil, secret, EnrolmentSecret(fixture.random)] {
            let params = OTPVerify.Params(challengeId: challenge, code: wrong, enrolmentSecret: shown)
            try await phone.expectRefused(.codeWrong, OTPVerify.self, params)
        }
        #expect(try await fixture.count("operator_enrolment", where: "tries = 0") == 1)
        let right = OTPVerify.Params(challengeId: challenge, code: code, enrolmentSecret: secret)
        #expect(try await phone.call(OTPVerify.self, right).next == "createPIN")
        #expect(try await fixture.count("operator_enrolment") == 0)
    }

    @Test(arguments: [(-1, true), (0, false)])
    func `a secret is valid for 72 hours`(milliseconds: Int, isValid: Bool) async throws {
        let fixture = try await Self.fixture(), phone = fixture.client()
        let secret = try await Self.enrol(fixture)
        fixture.clock.advance(by: .hours(72) + .milliseconds(milliseconds))
        #expect(try await phone.login(fixture, Self.number, showing: secret).next == (isValid ? "createPIN" : "admit"))
    }

    @Test func `a new secret replaces the former one`() async throws {
        let fixture = try await Self.fixture()
        let former = try await Self.enrol(fixture), present = try await Self.enrol(fixture, groups: nil)
        #expect(former != present)
        #expect(try await fixture.client().login(fixture, Self.number, showing: former).next == "admit")
        #expect(try await fixture.client().login(fixture, Self.number, showing: present).next == "createPIN")
    }

    @Test(arguments: [(9, true), (10, false)])
    func `after ten wrong secrets the right one is refused`(wrong: Int, isAccepted: Bool) async throws {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits = SendLimits(perNumber: [], perAddress: [], perBlock: [])
        }
        let secret = try await Self.enrol(fixture)
        for _ in 0..<wrong {
            try await fixture.client().login(fixture, Self.number, showing: EnrolmentSecret(fixture.random))
        }
        let listed = try await fixture.callAsAdministrator(OperatorList.self, .init()).operators
        #expect(listed.map(\.enrolmentAttemptsLeft) == [10 - wrong])
        let login = try await fixture.client().login(fixture, Self.number, showing: secret)
        #expect(login.next == (isAccepted ? "createPIN" : "admit"))
    }

    @Test func `one of 8 parallel logins with one secret is admitted`() async throws {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits = SendLimits(perNumber: [], perAddress: [], perBlock: [])
        }
        let secret = try await Self.enrol(fixture)
        var logins: [(AuthTestClient, OTPVerify.Params)] = []
        for _ in 0..<8 {
            let device = fixture.client()
            let (challenge, code) = try await device.requestCode(fixture, to: Self.number)
            logins.append((device, .init(challengeId: challenge, code: code, enrolmentSecret: secret)))
        }
        let admitted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for (device, params) in logins {
                group.addTask { try await device.call(OTPVerify.self, params).next == "createPIN" }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(admitted == 1)
    }

    @Test func `the secret of an operator admits nobody else's device, and no member has one`() async throws {
        let fixture = try await Self.fixture(), owner = fixture.client(), stranger = fixture.client()
        let secret = try await Self.enrol(fixture)
        try await owner.register(fixture)
        #expect(try await stranger.login(fixture, showing: secret).next == "admit")
        #expect(try await fixture.count("operator_enrolment", where: "tries = 0") == 1)
    }

    @Test func `further groups are added to those the operator has`() async throws {
        let fixture = try await Self.fixture(), fieldwork = try #require(GroupID(rawValue: "fieldwork"))
        _ = try await Self.enrol(fixture)
        let params = OperatorEnrol.Params(phone: Self.number, groups: [fieldwork])
        let answer = try await fixture.callAsAdministrator(OperatorEnrol.self, params)
        #expect(answer.groups == [.sample, fieldwork])
        let decisions = try await fixture.store.decisions(about: answer.accountId, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(decisions.map(\.kind) == [.operatorEnrolled, .operatorEnrolled])
        #expect(decisions.map(\.from) == ["clinic", nil])
        #expect(decisions.map(\.to) == ["clinic, fieldwork", "clinic"])
    }

    @Test func `every refusal has its own fault, and writes nothing`() async throws {
        let fixture = try await Self.fixture()
        try await fixture.client().register(fixture)
        let nowhere = try #require(GroupID(rawValue: "nowhere"))
        for (params, fault) in [
            (OperatorEnrol.Params(phone: "12", groups: [.sample]), "invalidParams"),
            (.init(phone: Self.number, groups: [nowhere]), "groupUnknown"), (.init(phone: Self.number), "userUnknown"),
            (.init(phone: AuthTestClient.phone, groups: [.sample]), "numberTaken"),
            (.init(phone: AuthTestClient.phone), "numberTaken"),
        ] {
            #expect(await fixture.fault(OperatorEnrol.self, params, at: .administration) == fault)
        }
        #expect(try await fixture.count("account") == 1)
        #expect(try await fixture.count("operator_enrolment") == 0)
        #expect(try await fixture.count("decision") == 0)
    }

    @Test func `the database holds no secret`() async throws {
        let fixture = try await Self.fixture()
        let secret = try await Self.enrol(fixture)
        #expect(secret.reveal.count == 24)
        #expect(try await fixture.allTexts().allSatisfy { !$0.contains(secret.reveal) })
    }

    @Test(arguments: [Listener.public, .internal])
    func `the administrator's methods are served only at the administration socket`(listener: Listener) async throws {
        let fixture = try await Self.fixture()
        func expectUnknown<M: Method>(_ method: M.Type) async {
            #expect(await fixture.fault(method, M.example.params, at: listener) == "methodNotFound", "\(M.name)")
        }
        await expectUnknown(OperatorEnrol.self)
        await expectUnknown(OperatorList.self)
        await expectUnknown(OperatorRemove.self)
        await expectUnknown(OperatorReset.self)
        await expectUnknown(UserImport.self)
        await expectUnknown(UserRemoveDevice.self)
        await expectUnknown(UserDelete.self)
        await expectUnknown(GroupCreate.self)
        await expectUnknown(GroupChange.self)
    }
}
