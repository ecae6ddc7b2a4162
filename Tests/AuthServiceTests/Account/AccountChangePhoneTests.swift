import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import AuthService

@Suite struct `account.changePhone` {
    @Test(.requirement("R5"))
    func `plays its example: with a recovery code and a code to the new number it takes effect at once`()
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture
        let params = try await two.phone.phoneChange(fixture, two.codes[0].confirmation)
        let answer = try await two.phone.call(AccountChangePhone.self, params)
        #expect(answer.undoableUntilMs == fixture.clock.now + .hours(72))
        let me = try await two.tablet.call(AccountMe.self, Nothing())
        #expect(me.phone == AuthTestClient.otherPhone && me.phoneChangeUndoableUntilMs == answer.undoableUntilMs)
        #expect(try await two.tablet.noticeKinds().first == .phoneChanged)
        let new = fixture.client("new")
        let login = try await new.login(fixture, AuthTestClient.otherPhone)
        #expect(login.session.accountId == nil && login.session.digits != nil)
    }

    @Test(.requirement("R5")) func `codes to both numbers confirm it too, and one code or none does not`() async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture
        var params = try await two.phone.phoneChange(fixture)
        try await two.phone.expectRefused(.confirmationRequired, AccountChangePhone.self, params)
        params.confirmation = GivenConfirmation(challengeId: params.challengeId, code: params.code)
        try await two.phone.expectRefused(.codeExpired, AccountChangePhone.self, params)
        params = try await two.phone.phoneChange(fixture, two.phone.message(fixture, .changePhone))
        try await two.phone.expectSuccess(AccountChangePhone.self, params)
    }

    @Test func `the former number stays the account's for 72 hours, and is free then`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, stranger = fixture.client("stranger")
        try await two.phone.expectSuccess(
            AccountChangePhone.self, two.phone.phoneChange(fixture, two.codes[0].confirmation))
        let until = fixture.clock.now + .hours(72)
        let session = try await stranger.register(fixture)
        #expect(session.accountId == nil && session.digits != nil)
        fixture.clock.set(until - .milliseconds(1))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await stranger.login(fixture).session.accountId == nil)
        fixture.clock.set(until + .seconds(61))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await stranger.register(fixture).accountId != nil)
        #expect(try await fixture.count("account") == 2)
        #expect(try await fixture.count("account_number") == 2)
    }

    @Test func `while the former number cannot be decrypted, the change is refused and may be tried again in a second`()
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture
        let params = try await two.phone.phoneChange(fixture, two.codes[0].confirmation)
        _ = try await fixture.database.write {
            try $0.run(Statement("UPDATE account SET phone_sealed = $1", .bytes([1])))
        }
        let fault = try await two.phone.refusal(AccountChangePhone.self, params)
        #expect(fault?.isKind(.unavailable) == true && fault?.data["retryAfterMs"] == 1000)
        #expect(try await fixture.count("number_change") == 0)
        #expect(try await fixture.count("recovery_code", where: "used_at IS NOT NULL") == 0)
    }

    @Test func `a code to the former number confirms nothing`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        let early = try await two.phone.message(fixture, .recoveryCodes)
        try await two.phone.expectSuccess(
            AccountChangePhone.self, two.phone.phoneChange(fixture, two.codes[0].confirmation))
        let late = try await two.phone.message(fixture, .recoveryCodes)
        for code in [early, late] {
            try await two.phone.expectRefused(
                .codeExpired, AccountRecoveryCodes.self, .init(confirmation: code))
        }
        let present = try await two.phone.message(fixture, .recoveryCodes, to: AuthTestClient.otherPhone)
        try await two.phone.makeCodes(present)
    }

    @Test func `a number of another account is refused, and the recovery code stays`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        try await fixture.client("other").register(fixture, AuthTestClient.otherPhone)
        try await two.phone.refresh()
        let params = try await two.phone.phoneChange(fixture, two.codes[0].confirmation)
        try await two.phone.expectRefused(.numberTaken, AccountChangePhone.self, params)
        #expect(try await two.phone.call(AccountMe.self, Nothing()).recoveryCodesLeft == 10)
    }

    @Test func `a number that is reserved for another account is refused`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, other = fixture.client("other")
        try await two.phone.expectSuccess(
            AccountChangePhone.self, two.phone.phoneChange(fixture, two.codes[0].confirmation))
        try await other.register(fixture, "+4915155555555")
        let codes = try await other.makeCodes()
        let params = try await other.phoneChange(fixture, to: AuthTestClient.phone, codes[0].confirmation)
        try await other.expectRefused(.numberTaken, AccountChangePhone.self, params)
    }

    @Test(.requirement("R5")) func `the present number, one that is none, and a code for another number are refused`()
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture
        var params = try await two.phone.phoneChange(fixture, two.codes[0].confirmation)
        params.phone = "+4915100000000"
        try await two.phone.expectRefused(.codeExpired, AccountChangePhone.self, params)
        for phone in ["12345", AuthTestClient.phone] {
            params.phone = phone
            try await two.phone.expectRefused(.invalidParams, AccountChangePhone.self, params)
        }
        #expect(try await two.phone.call(AccountMe.self, Nothing()).recoveryCodesLeft == 10)
    }

    @Test func `right PINs of changes that are refused for another reason block nobody`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, phone = two.phone
        try await phone.enrol()
        try await fixture.client("other").register(fixture, AuthTestClient.otherPhone)
        try await phone.refresh()
        let taken = try await phone.phoneChange(fixture)
        for _ in 0..<4 {
            var params = taken
            params.confirmation = try await phone.confirmation()
            try await phone.expectRefused(.numberTaken, AccountChangePhone.self, params)
        }
        #expect(try await fixture.count("pin", where: "attempts = 0 AND failures = 0") == 1)
        try await phone.expectRefused(.pinWrong, proving: "000001", .unlock)
        try await phone.prove(AuthTestClient.pin, .unlock)
    }

    @Test func `a mistyped code to the new number beside a right PIN uses up no attempt at the PIN`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, phone = two.phone
        try await phone.enrol()
        var params = try await phone.phoneChange(fixture)
        params.code = try fixture.wrong(params.code)
        params.confirmation = try await phone.confirmation()
        try await phone.expectRefused(.codeWrong, AccountChangePhone.self, params)
        #expect(try await fixture.count("pin", where: "attempts = 0 AND failures = 0") == 1)
    }

    @Test func `two devices that change it at once leave one former number`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        var calls: [(AuthTestClient, AccountChangePhone.Params)] = []
        for (client, number, code) in [
            (two.phone, "+4915111111111", two.codes[0]), (two.tablet, "+4915122222222", two.codes[1]),
        ] {
            calls.append((client, try await client.phoneChange(fixture, to: number, code.confirmation)))
        }
        let answers = try await fixture.parallel(2) { [calls] index in
            try await calls[index].0.refusal(AccountChangePhone.self, calls[index].1)?.name
        }
        #expect(answers.contains(nil))
        #expect(try await fixture.count("account_number", where: "reserved IS NULL") == 1)
        #expect(try await fixture.count("account_number", where: "reserved = 1") == 1)
    }

    @Test func `a lost answer is repeated, and other content under the requestId is refused`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        var params = try await two.phone.phoneChange(fixture, two.codes[0].confirmation)
        params.requestId = fixture.random.id()
        let first = try await two.phone.call(AccountChangePhone.self, params)
        #expect(try await two.phone.call(AccountChangePhone.self, params) == first)
        params.phone = "+4915100000000"
        try await two.phone.expectRefused(.requestIdReused, AccountChangePhone.self, params)
    }

    @Test func `messages change the number once in 72 hours, so that a thief ends no earlier device's time to undo it`()
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone
        try await thief.expectSuccess(
            AccountChangePhone.self, thief.phoneChange(fixture, thief.message(fixture, .changePhone)))
        let second = try await thief.phoneChange(
            fixture, to: "+4915155555555", thief.message(fixture, .changePhone, to: AuthTestClient.otherPhone))
        let fault = try await thief.refusal(AccountChangePhone.self, second)
        #expect(fault?.name == "changesHeld")
        try await two.tablet.refresh()
        try await two.tablet.expectSuccess(AccountUndoChangePhone.self, .init())
    }

    @Test func `of two accounts that take one number at once one gets it`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        var people: [(AuthTestClient, AccountChangePhone.Params)] = []
        for number in ["+4915111111111", "+4915122222222"] {
            let client = fixture.client(number)
            try await client.register(fixture, number)
            let codes = try await client.makeCodes()
            people.append((client, try await client.phoneChange(fixture, codes[0].confirmation)))
        }
        let answers = try await fixture.parallel(people.count) { [people] index in
            try await people[index].0.refusal(AccountChangePhone.self, people[index].1)?.name
        }
        #expect(answers.filter { $0 == nil }.count == 1)
        #expect(answers.filter { $0 == "numberTaken" }.count == 1)
        #expect(try await fixture.count("account") == 2)
    }
}
