import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import AuthService

@Suite(.timeLimit(.minutes(1))) struct `Replacing the index key` {
    private let fixture: AuthServiceFixture
    private let one: KeyID, two: KeyID, three: KeyID

    init() async throws {
        fixture = try await AuthServiceFixture(rotatesKeys: true)
        one = try #require(KeyID(.index, 1))
        two = try #require(KeyID(.index, 2))
        three = try #require(KeyID(.index, 3))
    }

    private func call<M: Method>(_ method: M.Type, _ params: M.Params) async throws -> M.Answer {
        try await InProcessConnection(to: fixture.router, at: .administration, from: "").call(method, params)
    }

    private func publish(_ key: KeyID) async throws { _ = try await call(KeyPublish.self, .init(key: key)) }

    private func activate(_ key: KeyID) async throws { _ = try await call(KeyActivate.self, .init(key: key)) }

    private func rows(_ key: KeyID) async throws -> Int? {
        try await call(KeyList.self, Nothing()).keys.first { $0.key == key }?.rows
    }

    private func refusal<M: Method>(_ method: M.Type, _ key: KeyID) async throws -> String?
    where M.Params == ChosenKey {
        let failure = await #expect(throws: CallFailure.self) { try await call(method, .init(key: key)) }
        return failure?.fault?.data["reason"]?.string
    }

    @Test func `a number is found before, while and after its account is indexed again`() async throws {
        let phone = fixture.client(), tablet = fixture.client("tablet")
        let account = try await phone.register(fixture).account
        try await publish(two)
        #expect(try await tablet.login(fixture).next == "admit")
        try await activate(two)
        #expect(try await tablet.login(fixture).next == "admit")
        #expect(try await phone.call(AccountMe.self, Nothing()).accountId == account)
        try await fixture.auth.rewriteRows()
        #expect(try await fixture.count("account", where: "index_key = 2") == 1)
        fixture.clock.advance(by: .hours(1))
        #expect(try await tablet.login(fixture).next == "admit")
        try await phone.refresh()
        #expect(try await phone.call(AccountMe.self, Nothing()).phone == AuthTestClient.phone)
        fixture.clock.advance(by: .days(31))
        try await fixture.store.sweep(at: fixture.clock.now)
        _ = try await call(KeyRetire.self, .init(key: one))
        #expect(try await tablet.login(fixture).next == "admit")
        #expect(try await fixture.count("account") == 1)
        #expect(try await fixture.count("account_number") == 1)
    }

    /// Gives an account the form of its number that an earlier release stored.
    private func store(_ form: String, for number: String) async throws {
        let phones = fixture.auth.phones, former = try #require(E164(stored: form))
        let index = phones.index(former), sealed = phones.seal(former, index)
        let canonical = phones.index(try #require(E164(parsing: number)))
        try await fixture.database.write { transaction in
            for table in ["account", "account_number"] {
                try transaction.run(
                    Statement(
                        "UPDATE \(table) SET phone_index = $1 WHERE phone_index = $2", .bytes(index.bytes),
                        .bytes(canonical.bytes)))
            }
            try transaction.run(
                Statement(
                    "UPDATE account SET phone_sealed = $1 WHERE phone_index = $2", .bytes(sealed.bytes),
                    .bytes(index.bytes)))
        }
    }

    @Test func `a number that was stored in another form is found again after its account is indexed again`()
        async throws
    {
        let phone = fixture.client(), number = "+525512345678"
        let account = try await phone.register(fixture, number).account
        try await store("+5215512345678", for: number)
        #expect(try await phone.call(AccountMe.self, Nothing()).phone == "+5215512345678")
        try await publish(two)
        try await activate(two)
        try await fixture.auth.rewriteRows()
        fixture.clock.advance(by: .minutes(2))
        #expect(try await phone.call(AccountMe.self, Nothing()).phone == number)
        #expect(try await fixture.client("tablet").login(fixture, number).next == "admit")
        #expect(try await phone.call(AccountMe.self, Nothing()).accountId == account)
    }

    @Test func `of two accounts of one telephone, each keeps a form of its number`() async throws {
        let first = fixture.client(), second = fixture.client("second"), number = "+525512345678"
        _ = try await first.register(fixture, number)
        try await store("+5215512345678", for: number)
        fixture.clock.advance(by: .minutes(2))
        _ = try await second.register(fixture, number)
        try await publish(two)
        try await activate(two)
        try await fixture.auth.rewriteRows()
        #expect(try await fixture.count("account", where: "index_key = 2") == 2)
        #expect(try await first.call(AccountMe.self, Nothing()).phone == "+5215512345678")
        #expect(try await second.call(AccountMe.self, Nothing()).phone == number)
    }

    @Test func `a code that was requested before a new index key is right after the account is indexed again`()
        async throws
    {
        let phone = fixture.client()
        try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture)
        try await publish(two)
        try await activate(two)
        try await fixture.auth.rewriteRows()
        let answer = try await phone.call(OTPVerify.self, .init(challengeId: challenge, code: code))
        #expect(answer.next == nil)
    }

    @Test func `a registration that was started before a new index key is confirmed for the number's account`()
        async throws
    {
        let phone = fixture.client(), tablet = fixture.client("tablet")
        let (challenge, code) = try await tablet.start(fixture)
        fixture.clock.advance(by: .seconds(61))
        try await phone.register(fixture)
        try await publish(two)
        try await activate(two)
        try await fixture.auth.rewriteRows()
        let answer = try await tablet.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        #expect(answer.next == "admit")
        #expect(try await fixture.count("account") == 1)
        #expect(try await fixture.count("registration") == 0)
    }

    @Test func `two registrations of a number under different index keys make one account`() async throws {
        let first = fixture.client(), second = fixture.client("second")
        let (early, code) = try await first.start(fixture)
        fixture.clock.advance(by: .seconds(61))
        try await publish(two)
        try await activate(two)
        let (late, other) = try await second.start(fixture)
        _ = try await second.call(RegistrationConfirm.self, .init(challengeId: late, code: other))
        let answer = try await first.call(RegistrationConfirm.self, .init(challengeId: early, code: code))
        #expect(answer.next == "admit")
        #expect(try await fixture.count("account") == 1)
    }

    @Test func `the limit of codes to a number is not doubled by a new index key`() async throws {
        let sends = { () async throws -> Int in
            var sent = 0
            for _ in 0..<7 {
                fixture.clock.advance(by: .seconds(61))
                do {
                    _ = try await fixture.client().call(
                        OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
                    sent += 1
                } catch let fault as RemoteFault { #expect(fault.isKind(.sendLimit)) }
            }
            return sent
        }
        #expect(try await sends() == 5)
        try await publish(two)
        #expect(try await sends() == 0)
        try await activate(two)
        #expect(try await sends() == 0)
    }

    @Test func `attempts in a row go on under a new index key`() async throws {
        let phone = fixture.client()
        for turn in 0..<2 {
            if turn == 1 {
                try await publish(two)
                try await activate(two)
            }
            let (challenge, code) = try await phone.requestCode(fixture)
            for _ in 0..<5 {
                try await phone.expectRefused(
                    .codeWrong, OTPVerify.self, .init(challengeId: challenge, code: try fixture.wrong(code)))
            }
            fixture.clock.advance(by: .seconds(61))
        }
        try await phone.expectRefused(
            .codeWait, OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        #expect(try await fixture.count("otp_streak") == 1)
    }

    @Test func `the next code of a device key ends its open one, whose number was indexed with the former key`()
        async throws
    {
        let phone = fixture.client()
        try await phone.register(fixture)
        _ = try await phone.requestCode(fixture)
        try await publish(two)
        try await activate(two)
        try await fixture.auth.rewriteRows()
        fixture.clock.advance(by: .seconds(61))
        _ = try await phone.requestCode(fixture)
        let open = "used_at IS NULL AND ended_at IS NULL"
        #expect(try await fixture.count("otp_challenge", where: open) == 1)
        _ = try await phone.call(SessionLogoutEverywhere.self, .init(requestId: fixture.random.id()))
        #expect(try await fixture.count("otp_challenge", where: open) == 0)
    }

    @Test func `a deletion is found after the index key was replaced, and keeps its key from being retired`()
        async throws
    {
        let phone = fixture.client()
        let account = try await phone.register(fixture).account
        try await phone.deleteAccount(fixture)
        try await publish(two)
        try await activate(two)
        try await fixture.auth.rewriteRows()
        try await phone.expectRefused(.accountDeleted, SessionStatus.self, Nothing())
        _ = try await fixture.code(for: AuthTestClient.phone)
        let list = try await fixture.asVault(DeletionList.self, .init(sinceMs: Instant(ms: 0)))
        #expect(list.accounts == [account])
        let rest = try await fixture.asVault(DeletionList.self, .init(sinceMs: Instant(ms: 0), after: account))
        #expect(rest.accounts == [])
        try await fixture.auth.reconcileDeletionFile(mayMissCommits: true)
        #expect(try await fixture.count("deletion") == 1)
        fixture.clock.advance(by: .days(31))
        #expect(
            try await refusal(KeyRetire.self, one) == "index-1 is needed by 1 rows: keys list shows how many are left")
        try await publish(three)
    }

    @Test func `a deletion that a restore has undone is applied again after the index key was replaced`() async throws {
        let phone = fixture.client()
        let account = try await phone.register(fixture).account
        _ = try await fixture.deletionFile.record(
            .done, of: try await fixture.deletionFile.begin(fixture.auth.tag(of: account)))
        try await publish(two)
        try await activate(two)
        #expect(try await fixture.auth.reconcileDeletionFile(mayMissCommits: true) == 1)
        #expect(try await fixture.count("account") == 0)
    }

    @Test func `an enrolment secret is right after the account was indexed again`() async throws {
        let enrolled = try await fixture.callAsAdministrator(
            OperatorEnrol.self,
            .init(phone: "+4915100000001", groups: [try #require(GroupID(rawValue: "fieldwork"))]))
        try await publish(two)
        try await activate(two)
        try await fixture.auth.rewriteRows()
        let answer = try await fixture.client().login(fixture, "+4915100000001", showing: enrolled.enrolmentSecret)
        #expect(answer.next == "createPIN")
    }

    @Test func `a third index key is refused while numbers need the first, and for 25 h`() async throws {
        try await fixture.client().register(fixture)
        try await publish(two)
        #expect(
            try await refusal(KeyPublish.self, three) == "another index key is published: activate or retire it first")
        try await activate(two)
        fixture.clock.advance(by: .hours(25) - .milliseconds(1))
        #expect(try await refusal(KeyPublish.self, three) == "index-3 can be changed in 1 s")
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await refusal(KeyPublish.self, three)?.contains("needed by 1 rows") == true)
        try await fixture.auth.rewriteRows()
        try await publish(three)
    }

    @Test func `a deletion leaves no keyed hash of the number`() async throws {
        let phone = fixture.client()
        try await phone.register(fixture)
        try await publish(two)
        try await activate(two)
        try await fixture.auth.rewriteRows()
        #expect(try await fixture.count("account_number") == 2)
        try await phone.deleteAccount(fixture)
        #expect(try await fixture.count("account_number") == 0)
        #expect(try await fixture.client().register(fixture).digits == nil, "the number is free")
    }
}
