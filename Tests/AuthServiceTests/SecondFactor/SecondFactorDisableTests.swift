import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `secondFactor.disable` {
    @Test func `plays its example: a code of the factor removes it, and the next login asks for none`() async throws {
        let (fixture, phone) = try await `secondFactor.enroll`.person()
        let secret = try await phone.makeFactor(fixture)
        var params = SecondFactorDisable.example.params
        params.confirmation = GivenConfirmation(factorCode: try phone.code(secret, fixture))
        params.requestId = fixture.random.id()
        for _ in 0..<2 { try await phone.expectSuccess(SecondFactorDisable.self, params) }
        let other = SecondFactorDisable.Params(
            confirmation: RecoveryCode.wrong.confirmation, requestId: params.requestId)
        try await phone.expectRefused(.requestIdReused, SecondFactorDisable.self, other)
        #expect(try await phone.noticeKinds().first == .secondFactorRemoved)
        #expect(try await phone.login(fixture).next == nil)
        #expect(try await fixture.count("second_factor") == 0)
    }

    @Test func `a PIN and a recovery code remove it too, a code from a message and nothing do not`() async throws {
        let (fixture, phone) = try await `secondFactor.enroll`.person()
        try await phone.enrol()
        let codes = try await phone.makeCodes()
        try await phone.makeFactor(fixture)
        try await phone.expectRefused(.confirmationRequired, SecondFactorDisable.self, .init())
        let message = try await phone.message(fixture, .makeSecondFactor)
        try await phone.expectRefused(.confirmationRequired, SecondFactorDisable.self, .init(confirmation: message))
        try await phone.expectSuccess(SecondFactorDisable.self, .init(confirmation: phone.confirmation()))
        try await phone.makeFactor(fixture)
        try await phone.expectSuccess(SecondFactorDisable.self, .init(confirmation: codes[0].confirmation))
    }

    @Test func `one that does not confirm acts yet is removed by its code, but not during a hold`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        fixture.clock.advance(by: .hours(1))
        for client in [two.phone, two.tablet] { try await client.refresh() }
        let secret = try await two.phone.makeFactor(fixture, two.phone.message(fixture, .makeSecondFactor))
        let early = GivenConfirmation(factorCode: try two.phone.code(secret, fixture))
        try await two.phone.expectSuccess(SecondFactorDisable.self, .init(confirmation: early))
        let other = try await two.phone.makeFactor(fixture, two.phone.message(fixture, .makeSecondFactor))
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: two.phone.message(fixture)))
        fixture.clock.advance(by: .seconds(90))
        let late = GivenConfirmation(factorCode: try two.phone.code(other, fixture))
        try await two.phone.expectRefused(.secondFactorTooNew, SecondFactorDisable.self, .init(confirmation: late))
        #expect(try await fixture.count("second_factor", where: "confirmed = 1") == 1)
    }

    @Test func `an account without one, and one whose factor waits for its first code, has nothing to remove`()
        async throws
    {
        let (fixture, phone) = try await `secondFactor.enroll`.person()
        let codes = try await phone.makeCodes()
        _ = try await phone.call(SecondFactorEnroll.self, .init())
        try await phone.expectRefused(
            .secondFactorUnknown, SecondFactorDisable.self, .init(confirmation: codes[0].confirmation))
        #expect(try await phone.call(AccountMe.self, Nothing()).recoveryCodesLeft == 10)
        #expect(try await fixture.count("second_factor") == 1)
    }
}
