import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import AuthService

@Suite struct `secondFactor.enroll` {
    static func person() async throws -> (fixture: AuthServiceFixture, phone: AuthTestClient) {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client("phone")
        try await phone.register(fixture)
        return (fixture, phone)
    }

    @Test func `plays its example: gives a secret that protects nothing before it is confirmed`() async throws {
        let (fixture, phone) = try await Self.person()
        let made = try await phone.call(SecondFactorEnroll.self, .init())
        #expect(made.accountName == "+49•••••678" && made.issuer == "auth.test")
        #expect(made.countsFromMs == fixture.clock.now)
        #expect(try await phone.login(fixture).next == nil)
        let texts = try await fixture.allTexts()
        let raw = String(decoding: try #require(Base32.decode(made.secret.reveal)), as: UTF8.self)
        #expect(!texts.contains { $0.contains(raw) || $0.contains(made.secret.reveal) })
    }

    @Test func `a lost answer is repeated while the factor waits, for ten minutes, and another call replaces it`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        let params = SecondFactorEnroll.Params(requestId: fixture.random.id())
        let first = try await phone.call(SecondFactorEnroll.self, params)
        #expect(try await phone.call(SecondFactorEnroll.self, params) == first)
        let second = try await phone.call(SecondFactorEnroll.self, .init(confirmation: nil))
        #expect(second.secret != first.secret)
        try await phone.expectRefused(.requestIdReused, SecondFactorEnroll.self, params)
        try await phone.expectRefused(
            .secondFactorWrong, SecondFactorConfirm.self, .init(code: phone.code(first.secret, fixture)))
        try await phone.expectSuccess(SecondFactorConfirm.self, .init(code: phone.code(second.secret, fixture)))
    }

    @Test func `ten minutes after the registration it needs a confirmation, and one by message counts after 72 hours`()
        async throws
    {
        let (fixture, phone) = try await Self.person()
        fixture.clock.advance(by: .minutes(10) - .seconds(61))
        try await phone.refresh()
        let fault = try await phone.refusal(SecondFactorEnroll.self, .init())
        #expect(fault?.name == "confirmationRequired" && fault?.data["purpose"]?.string == "makeSecondFactor")
        let code = try await phone.message(fixture, .makeSecondFactor)
        let secret = try await phone.makeFactor(fixture, code)
        try await phone.refresh()
        let early = GivenConfirmation(factorCode: try phone.code(secret, fixture))
        try await phone.expectRefused(.secondFactorTooNew, AccountRecoveryCodes.self, .init(confirmation: early))
        #expect(try await phone.login(fixture).next == nil)
        fixture.clock.advance(by: .hours(72))
        #expect(try await phone.login(fixture).next == "secondFactor")
        try await phone.passFactor(secret, fixture)
        fixture.clock.advance(by: .seconds(90))
        let late = GivenConfirmation(factorCode: try phone.code(secret, fixture))
        try await phone.expectSuccess(AccountRecoveryCodes.self, .init(confirmation: late))
    }

    @Test func `an account with a factor refuses another one, and a waiting device refuses both`() async throws {
        let (fixture, phone) = try await Self.person(), tablet = fixture.client("tablet")
        try await phone.makeFactor(fixture)
        try await phone.expectRefused(.secondFactorExists, SecondFactorEnroll.self, .init())
        try await phone.expectRefused(
            .secondFactorExists, SecondFactorConfirm.self, .init(code: SecondFactorConfirm.example.params.code))
        try await tablet.login(fixture)
        try await tablet.expectRefused(.newDeviceProofRequired, SecondFactorEnroll.self, .init())
    }

    @Test func `a factor of a thief's device goes with the device, before it counts`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        fixture.clock.advance(by: .hours(1))
        for client in [thief, owner] { try await client.refresh() }
        try await thief.makeFactor(fixture, thief.message(fixture, .makeSecondFactor))
        try await owner.login(fixture)
        try await owner.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: owner.message(fixture)))
        #expect(try await fixture.count("second_factor") == 0)
        #expect(try await owner.noticeKinds().contains(.secondFactorRemoved))
    }

    @Test func `a group that requires one lets nobody in without, and the first login makes it`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client("phone")
        try await fixture.createGroup("vault-ops", pin: .optional, secondFactor: .required)
        let (challenge, code) = try await phone.start(fixture, group: "vault-ops")
        let answer = try await phone.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        phone.session = answer.session
        #expect(answer.next == "secondFactor" && answer.session.scope == [Open(.preTFA)])
        try await phone.expectRefused(.secondFactorRequired, AccountMe.self, Nothing())
        let secret = try await phone.makeFactor(fixture)
        #expect(try await phone.refresh().scope == [Open(.account)])
        #expect(try await phone.login(fixture).next == "secondFactor")
        try await phone.passFactor(secret, fixture)
        #expect(try await phone.isIn())
    }

    @Test func `the PIN comes before the second factor, and nothing is admitted before both`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client("phone")
        try await fixture.createGroup(secondFactor: .required)
        try await phone.register(fixture, group: AuthServiceFixture.withPIN)
        try await phone.expectRefused(.pinSetupRequired, SecondFactorEnroll.self, .init())
        try await phone.enrol()
        #expect(try await phone.refresh().scope == [Open(.preTFA)])
        #expect(try await fixture.count("device", where: "admitted = 1") == 0)
        let secret = try await phone.makeFactor(fixture)
        #expect(try await phone.refresh().scope == [Open(.account)])
        #expect(try await phone.prove().next == "secondFactor")
        try await phone.passFactor(secret, fixture)
        #expect(try await fixture.count("device", where: "admitted = 1") == 1)
    }
}
