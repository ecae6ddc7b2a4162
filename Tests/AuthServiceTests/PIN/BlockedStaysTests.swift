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

/// The account of a person whose phone has shown three wrong PINs. Only registering again leads out of this state.
@Suite struct `BLOCKED is not left` {
    /// A person with two admitted devices, a PIN and recovery codes, a third device that waits to be admitted, and an
    /// operator of the person's group.
    struct Person {
        let fixture: AuthServiceFixture, codes: [RecoveryCode]
        let phone: AuthTestClient, tablet: AuthTestClient, waiting: AuthTestClient, boss: AuthTestClient

        init() async throws {
            let (two, operatorClient) = try await `pin.requestReset`.person()
            (fixture, codes, phone, tablet, boss) = (two.fixture, two.codes, two.phone, two.tablet, operatorClient)
            waiting = fixture.client("waiting")
            try await waiting.login(fixture)
        }

        var account: AccountID { phone.session?.account ?? AccountID(bits: 0) }

        /// Shows three wrong PINs on the phone.
        func block() async throws {
            for _ in 0..<2 { try await phone.expectRefused(.pinWrong, proving: "111111", .unlock) }
            try await phone.expectRefused(.blocked, proving: "111111", .unlock)
        }

        /// Expects that an administrator's call is refused; nil means that it succeeds.
        func expect<M: Method>(_ fault: String?, _ method: M.Type, _ params: M.Params) async {
            #expect(await fixture.fault(method, params, at: .administration) == fault)
        }

        func sweep(after pause: Duration) async throws {
            fixture.clock.advance(by: pause)
            for _ in 0..<3 {
                fixture.clock.advance(by: .days(1))
                try await fixture.store.sweep(at: fixture.clock.now)
            }
        }
    }

    /// A way out that somebody tries: what is done before the account is blocked, and what afterwards.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The number of the account when it is blocked.
        let number: String
        let prepare: @Sendable (Person) async throws -> Void
        let take: @Sendable (Person) async throws -> Void

        init(
            _ description: String, number: String = AuthTestClient.phone,
            after prepare: @escaping @Sendable (Person) async throws -> Void = { _ in },
            _ take: @escaping @Sendable (Person) async throws -> Void
        ) {
            (testDescription, self.number, self.prepare, self.take) = (description, number, prepare, take)
        }
    }

    static let ofOthers = [
        Way("an operator disapproves and approves") { person in
            try await person.boss.approve(person.phone, .disapprovedForSyncing)
            try await person.boss.approve(person.phone)
        },
        Way("an operator approves a requested PIN", after: { try await $0.phone.requestReset($0.fixture) }) { person in
            try await person.boss.refresh()
            try await person.boss.approve(person.phone)
        },
        Way("user.admit") { person in
            let session = try #require(person.waiting.session), digits = try #require(session.digits)
            await person.expect(
                "admissionUnknown", UserAdmit.self,
                .init(sessionId: session.sessionId, digits: digits, phone: AuthTestClient.phone))
        },
        Way("user.end-sessions") { person in
            await person.expect(nil, UserEndSessions.self, .init(phone: AuthTestClient.phone))
        },
        Way(
            "user.cancel-hold",
            after: { person in
                let confirmation = try await person.phone.message(person.fixture)
                try await person.phone.expectSuccess(
                    DeviceRemove.self, .init(deviceId: person.tablet.device, confirmation: confirmation))
            }
        ) { person in
            await person.expect(
                nil, UserCancelHold.self, .init(deviceIds: [person.tablet.device], phone: AuthTestClient.phone))
        },
        Way("user.remove-device of the device to blame") { person in
            await person.expect(
                nil, UserRemoveDevice.self, .init(deviceId: person.phone.device, phone: AuthTestClient.phone))
        },
        Way("group.change") { person in
            let group = try #require(GroupID(rawValue: "home"))
            await person.expect(nil, GroupChange.self, .init(group: group, devices: .one, pin: .required))
        },
        Way("operator.enrol") { person in
            let group = try #require(GroupID(rawValue: "home"))
            let fault = await person.fixture.fault(
                OperatorEnrol.self, .init(phone: AuthTestClient.phone, groups: [group]), at: .administration)
            #expect(fault != nil)
        },
        Way("an older copy of the database") { person in
            let now = person.fixture.clock.now
            _ = try await person.fixture.database.write {
                try $0.run(Statement("INSERT INTO older_copy (generation, begun_at) VALUES (0, $1)", .instant(now)))
            }
            try await person.sweep(after: .hours(72))
        },
    ]

    static let ofThePerson = [
        Way("pin.confirmReset", after: { try await $0.phone.requestReset($0.fixture) }) { person in
            try await person.tablet.expectRefused(.blocked, PINConfirmReset.self, .init())
            try await person.phone.expectRefused(
                .blocked, PINConfirmReset.self, .init(recoveryCode: person.codes[0]))
        },
        Way("pin.cancelReset", after: { try await $0.phone.requestReset($0.fixture) }) { person in
            try await person.tablet.expectRefused(.blocked, PINCancelReset.self, .init())
        },
        Way("three days with a requested PIN", after: { try await $0.phone.requestReset($0.fixture) }) { person in
            try await person.sweep(after: .hours(72))
        },
        Way("a login with a recovery code") { person in
            let (challenge, code) = try await person.waiting.requestCode(person.fixture)
            try await person.waiting.expectRefused(
                .blocked, OTPVerify.self, .init(challengeId: challenge, code: code, recoveryCode: person.codes[0]))
            person.fixture.clock.advance(by: .seconds(61))
        },
        Way("session.admitByRecoveryCode") { person in
            let fault = try await person.waiting.refusal(
                SessionAdmitByRecoveryCode.self, .init(code: person.codes[0]))
            #expect(fault != nil)
        },
        Way("session.admit") { person in
            let session = try #require(person.waiting.session), digits = try #require(session.digits)
            try await person.tablet.expectRefused(
                .blocked, SessionAdmit.self, .init(sessionId: session.sessionId, digits: digits))
        },
        Way("session.logoutEverywhere") { person in
            try await person.tablet.expectRefused(.blocked, SessionLogoutEverywhere.self, .init())
        },
        Way(
            "account.changePhone back", number: AuthTestClient.otherPhone,
            after: { person in
                try await person.phone.expectSuccess(
                    AccountChangePhone.self,
                    person.phone.phoneChange(
                        person.fixture, to: AuthTestClient.otherPhone, person.codes[0].confirmation))
            }
        ) { person in
            try await person.tablet.expectRefused(
                .blocked, AccountUndoChangePhone.self, .init(confirmation: person.codes[1].confirmation))
            let back = AccountChangePhone.Params(
                phone: AuthTestClient.phone, challengeId: person.fixture.random.id(),
                code: try #require(OneTimeCode("123456")), confirmation: person.codes[1].confirmation)
            try await person.tablet.expectRefused(.blocked, AccountChangePhone.self, back)
        },
        Way("a registration that is given up, and one that expires") { person in
            _ = try await person.phone.start(person.fixture, group: "home")
            try await person.phone.expectSuccess(RegistrationCancel.self, .init(phone: AuthTestClient.phone))
            person.fixture.clock.advance(by: .seconds(61))
            _ = try await person.phone.start(person.fixture, group: "home")
            try await person.sweep(after: .days(1))
        },
    ]

    @Test(.requirement("R2", "P8"), arguments: ofOthers)
    func `by what operators and the administrator do`(way: Way) async throws { try await check(way) }

    @Test(.requirement("R2"), arguments: ofThePerson)
    func `by what the person's devices do`(way: Way) async throws { try await check(way) }

    @Test(.requirement("R2", "P7")) func `by the right PIN for a challenge from before`() async throws {
        let person = try await Person()
        let login = try await person.tablet.proof(AuthTestClient.pin, .login)
        let unlock = try await person.tablet.proof(AuthTestClient.pin, .unlock)
        let change = try await person.tablet.change(to: "271828")
        try await person.block()
        for params in [login, unlock] { try await person.tablet.expectRefused(.blocked, PINProve.self, params) }
        try await person.tablet.expectRefused(.blocked, PINChange.self, change)
        try await expectBlocked(person)
    }

    private func check(_ way: Way) async throws {
        let person = try await Person()
        try await way.prepare(person)
        try await person.block()
        let pins = try await person.fixture.database.contents()["pin"]
        try await way.take(person)
        try await expectBlocked(person, way.number)
        #expect(try await person.fixture.database.contents()["pin"] == pins, "the PIN and its count are as they were")
    }

    /// Expects that nobody gets in: not by a right code, by the PIN or by a refresh token.
    private func expectBlocked(_ person: Person, _ number: String = AuthTestClient.phone) async throws {
        let fixture = person.fixture
        #expect(try await fixture.count("account", where: "state = 'BLOCKED'") == 1)
        #expect(try await fixture.count("pin", where: "locked_at IS NOT NULL") == 1)
        for client in [person.phone, person.tablet, fixture.client("new")] {
            fixture.clock.advance(by: .minutes(21))
            let (challenge, code) = try await client.requestCode(fixture, to: number)
            try await client.expectRefused(.blocked, OTPVerify.self, .init(challengeId: challenge, code: code))
            let pin = try await client.refusal(PINChallenge.self, .init(purpose: .login, accountId: person.account))
            #expect(pin != nil)
            guard let token = client.session?.refreshToken else { continue }
            #expect(try await client.refusal(SessionRefresh.self, .init(refreshToken: token)) != nil)
        }
    }
}
