import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `Refused confirmations` {
    @Test func `a wrong one-time code counts as in a login: five for a message, ten in a row`() async throws {
        let two = try await TwoDevices(), phone = two.phone
        for limit in [FaultKind.tooManyAttempts, .codeWait] {
            let message = try await phone.message(two.fixture, .recoveryCodes)
            let wrong = GivenConfirmation(
                challengeId: try #require(message.challengeId), code: try two.fixture.wrong(#require(message.code)))
            for _ in 0..<5 {
                try await phone.expectRefused(.codeWrong, AccountRecoveryCodes.self, .init(confirmation: wrong))
            }
            try await phone.expectRefused(limit, AccountRecoveryCodes.self, .init(confirmation: message))
        }
        // The codes of the registration are unchanged.
        try await two.fixture.client("new").logInWithRecoveryCode(two.fixture, two.codes[0])
    }

    @Test func `during a hold a message removes no third device, in none of the three ways`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, phone = two.phone, third = fixture.client("third")
        try await third.login(fixture)
        try await phone.admit(third)
        try await phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: try await phone.message(fixture)))
        let message = try await phone.message(fixture)
        let session = try #require(third.session).sessionId
        try await phone.expectRefused(
            .changesHeld, SessionRevoke.self, .init(sessionId: session, confirmation: message))
        try await phone.expectRefused(
            .changesHeld, SessionLogoutEverywhere.self, .init(forgetDevices: true, confirmation: message))
        try await phone.expectRefused(
            .changesHeld, DeviceRemove.self, .init(deviceId: third.device, confirmation: message))
        #expect(try await third.isIn())
    }

    @Test(arguments: [Duration.milliseconds(1), .zero])
    func `codes made by a message admit no device for 72 hours`(early: Duration) async throws {
        let two = try await TwoDevices(), fixture = two.fixture, new = fixture.client("new")
        let message = try await two.phone.message(fixture, .recoveryCodes), made = fixture.clock.now
        let codes = try await two.phone.makeCodes(message)
        fixture.clock.advance(by: .hours(72) - .minutes(2))
        try await new.login(fixture)
        fixture.clock.advance(by: made + .hours(72) - early - fixture.clock.now)
        let fault = try await new.refusal(SessionAdmitByRecoveryCode.self, .init(code: codes[0]))
        #expect(fault?.name == (early == .zero ? nil : "recoveryCodeTooNew"))
        #expect(fault?.retryAfterMs == (early == .zero ? nil : 1))
    }
}
