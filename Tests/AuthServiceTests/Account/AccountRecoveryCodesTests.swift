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

@Suite struct `account.recoveryCodes` {
    private static func registered() async throws -> (fixture: AuthServiceFixture, phone: AuthTestClient) {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client("phone")
        try await phone.register(fixture)
        return (fixture, phone)
    }

    @Test func `plays its example: the first codes after the registration need no confirmation and count at once`()
        async throws
    {
        let (fixture, phone) = try await Self.registered()
        let (params, example) = AccountRecoveryCodes.example
        let answer = try await phone.call(AccountRecoveryCodes.self, params)
        #expect(answer.countFromMs == fixture.clock.now && Set(answer.codes).count == example.codes.count)
        #expect(try await phone.call(AccountMe.self, Nothing()).recoveryCodesLeft == 10)
        #expect(try await phone.noticeKinds() == [.recoveryCodesMade])
    }

    @Test(arguments: [Duration.zero, .milliseconds(1)])
    func `ten minutes after the registration the first codes need a confirmation`(early: Duration) async throws {
        let (fixture, phone) = try await Self.registered()
        // The account was made 61 s before the registration returned.
        fixture.clock.advance(by: .minutes(10) - .seconds(61) - early)
        try await phone.refresh()
        let fault = try await phone.refusal(AccountRecoveryCodes.self, .init())
        #expect(fault?.name == (early == .zero ? "confirmationRequired" : nil))
        if early == .zero { #expect(fault?.data["purpose"] == "recoveryCodes") }
    }

    @Test func `a second set needs a confirmation, and a recovery code replaces all codes at once`() async throws {
        let (_, phone) = try await Self.registered()
        let first = try await phone.makeCodes()
        try await phone.expectRefused(.confirmationRequired, AccountRecoveryCodes.self, .init())
        let second = try await phone.makeCodes(first[0].confirmation)
        #expect(Set(first).isDisjoint(with: second))
        try await phone.expectRefused(
            .recoveryCodeWrong, AccountRecoveryCodes.self, .init(confirmation: first[1].confirmation))
        try await phone.makeCodes(second[9].confirmation)
    }

    @Test func `codes that a message has confirmed count after 72 hours, and the former ones until then`() async throws
    {
        let (fixture, phone) = try await Self.registered()
        let first = try await phone.makeCodes(), message = try await phone.message(fixture, .recoveryCodes)
        let made = fixture.clock.now
        let second = try await phone.makeCodes(message)
        var me = try await phone.call(AccountMe.self, Nothing())
        #expect(me.recoveryCodesLeft == 10 && me.newRecoveryCodesCountFromMs == made + .hours(72))
        let tooNew = AccountRecoveryCodes.Params(confirmation: second[0].confirmation)
        fixture.clock.advance(by: .hours(72) - .milliseconds(1))
        try await phone.refresh()
        try await phone.expectRefused(.recoveryCodeTooNew, AccountRecoveryCodes.self, tooNew)
        fixture.clock.advance(by: .milliseconds(1))
        me = try await phone.call(AccountMe.self, Nothing())
        #expect(me.recoveryCodesLeft == 10 && me.newRecoveryCodesCountFromMs == nil)
        let former = AccountRecoveryCodes.Params(confirmation: first[0].confirmation)
        try await phone.expectRefused(.recoveryCodeWrong, AccountRecoveryCodes.self, former)
        try await phone.expectSuccess(AccountRecoveryCodes.self, tooNew)
    }

    @Test func `the use of a former code withdraws the codes that do not count yet`() async throws {
        let (fixture, phone) = try await Self.registered(), tablet = fixture.client("tablet")
        let first = try await phone.makeCodes()
        let new = try await phone.makeCodes(phone.message(fixture, .recoveryCodes))
        try await tablet.logInWithRecoveryCode(fixture, first[0])
        #expect(try await tablet.noticeKinds().contains(.recoveryCodesWithdrawn))
        fixture.clock.advance(by: .hours(73))
        try await tablet.refresh()
        try await tablet.expectRefused(
            .recoveryCodeWrong, AccountRecoveryCodes.self, .init(confirmation: new[0].confirmation))
        try await tablet.makeCodes(first[1].confirmation)
    }

    @Test func `a lost answer is repeated for ten minutes, with the same codes`() async throws {
        let (fixture, phone) = try await Self.registered()
        let once = AccountRecoveryCodes.Params(requestId: fixture.random.id())
        let first = try await phone.call(AccountRecoveryCodes.self, once)
        fixture.clock.advance(by: .minutes(10) - .milliseconds(1))
        try await phone.refresh()
        #expect(try await phone.call(AccountRecoveryCodes.self, once) == first)
        fixture.clock.advance(by: .milliseconds(1))
        try await phone.refresh()
        try await phone.expectRefused(.requestIdReused, AccountRecoveryCodes.self, once)
        #expect(try await fixture.count("recovery_set") == 1)
    }

    @Test func `no column holds a code, or the requestId that the codes are derived from`() async throws {
        let (fixture, phone) = try await Self.registered()
        let request: RequestID = fixture.random.id()
        let codes = try await phone.call(AccountRecoveryCodes.self, .init(requestId: request)).codes
        let hidden =
            [request.bytes] + codes.map { Array($0.reveal.utf8) } + codes.map { Base32.decode($0.reveal) ?? [] }
        let values = try await fixture.database.read { transaction in
            try ["recovery_set", "recovery_code", "idempotency", "notice"].flatMap { table in
                try transaction.run(Statement("SELECT * FROM \(table)")).flatMap(\.values)
            }
        }
        #expect(values.count > 40)
        for value in values {
            guard case .bytes(let bytes) = value else { continue }
            for secret in hidden where !secret.isEmpty {
                #expect(!bytes.indices.contains { bytes[$0...].starts(with: secret) })
            }
        }
    }

    @Test func `a confirmation is a recovery code or a one-time code of this purpose, and not both`() async throws {
        let (fixture, phone) = try await Self.registered()
        let codes = try await phone.makeCodes(), message = try await phone.message(fixture, .recoveryCodes)
        var both = codes[0].confirmation
        (both.challengeId, both.code) = (message.challengeId, message.code)
        var half = message
        half.code = nil
        for wrong in [both, half] {
            try await phone.expectRefused(.invalidParams, AccountRecoveryCodes.self, .init(confirmation: wrong))
        }
        let other = try await phone.message(fixture, .deleteAccount)
        try await phone.expectRefused(.codeExpired, AccountRecoveryCodes.self, .init(confirmation: other))
    }
}
