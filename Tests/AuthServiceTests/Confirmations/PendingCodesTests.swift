import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

/// Recovery codes that a message has confirmed count after 72 hours, unless the device that made them is put out.
@Suite struct `Recovery codes that do not count yet` {
    private static func pending(_ two: TwoDevices) async throws -> Instant? {
        try await two.tablet.refresh()
        return try await two.tablet.call(AccountMe.self, Nothing()).newRecoveryCodesCountFromMs
    }

    @Test func `are withdrawn when the device that made them is suspended, and the owner's stay valid`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        try await thief.makeCodes(thief.message(fixture, .recoveryCodes))
        #expect(try await Self.pending(two) != nil)
        try await owner.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: owner.message(fixture)))
        #expect(try await Self.pending(two) == nil)
        #expect(try await owner.noticeKinds().prefix(2).contains(.recoveryCodesWithdrawn))
        fixture.clock.advance(by: .days(4))
        try await owner.refresh()
        #expect(try await owner.call(AccountMe.self, Nothing()).recoveryCodesLeft == 10)
        let phone = fixture.client()
        try await phone.logInWithRecoveryCode(fixture, two.codes[0])
    }

    @Test func `are withdrawn when the administrator removes the device that made them`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        try await two.phone.makeCodes(two.phone.message(fixture, .recoveryCodes))
        _ = try await fixture.callAsAdministrator(
            UserRemoveDevice.self, .init(deviceId: two.phone.device, phone: AuthTestClient.phone))
        #expect(try await Self.pending(two) == nil)
    }

    @Test(arguments: [true, false])
    func `are withdrawn when the administrator ends a hold, so that a thief's codes never count`(cancels: Bool)
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        try await thief.makeCodes(thief.message(fixture, .recoveryCodes))
        try await thief.expectSuccess(
            DeviceRemove.self, .init(deviceId: owner.device, confirmation: thief.message(fixture)))
        if cancels {
            _ = try await fixture.callAsAdministrator(
                UserCancelHold.self, .init(deviceIds: [owner.device], phone: AuthTestClient.phone))
            try await owner.login(fixture)
        } else {
            try await owner.login(fixture)
            let waiting = try #require(owner.session)
            _ = try await fixture.callAsAdministrator(
                UserAdmit.self,
                .init(sessionId: waiting.sessionId, digits: try #require(waiting.digits), phone: AuthTestClient.phone))
        }
        #expect(try await Self.pending(two) == nil)
        #expect(try await owner.noticeKinds().contains(.recoveryCodesWithdrawn))
        fixture.clock.advance(by: .hours(72))
        try await owner.refresh()
        #expect(try await owner.call(AccountMe.self, Nothing()).recoveryCodesLeft == 10)
        try await fixture.client().logInWithRecoveryCode(fixture, two.codes[0])
    }

    @Test(arguments: [true, false])
    func `and that another device made stay, and begin to count when the hold ends, not in it`(hasMaker: Bool)
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        let new = try await owner.makeCodes(owner.message(fixture, .recoveryCodes))
        // A set of the previous version has no maker, and may be the thief's.
        if !hasMaker {
            _ = try await fixture.database.write { try $0.run(Statement("UPDATE recovery_set SET made_by = NULL")) }
        }
        fixture.clock.advance(by: .hours(71))
        try await owner.refresh()
        let until = try await owner.call(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: owner.message(fixture))
        ).suspendedUntilMs
        #expect(try await Self.pending(two) == (hasMaker ? until : nil))
        guard hasMaker, let until else { return }
        let phone = fixture.client()
        fixture.clock.advance(by: until - .milliseconds(1) - fixture.clock.now - .seconds(61))
        try await phone.login(fixture)
        try await phone.expectRefused(.recoveryCodeTooNew, SessionAdmitByRecoveryCode.self, .init(code: new[0]))
        fixture.clock.advance(by: .milliseconds(1))
        try await phone.expectSuccess(SessionAdmitByRecoveryCode.self, .init(code: new[0]))
    }

    @Test func `codes that a message has confirmed go with the device that made them when a PIN removes it`()
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.tablet, owner = two.phone
        try await owner.enrol()
        fixture.clock.advance(by: .minutes(10))
        for client in [thief, owner] { try await client.refresh() }
        let codes = try await thief.makeCodes(thief.message(fixture, .recoveryCodes))
        try await owner.refresh()
        try await owner.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: owner.confirmation()))
        #expect(try await owner.noticeKinds().contains(.recoveryCodesWithdrawn))
        fixture.clock.advance(by: .hours(73))
        try await thief.login(fixture)
        try await thief.expectRefused(
            .recoveryCodeWrong, SessionAdmitByRecoveryCode.self, .init(code: codes[0]))
    }
}
