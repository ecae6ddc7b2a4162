import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

/// A thief has the person's unlocked phone; the person has a tablet and the recovery codes. Each test ends with the
/// owner in and the thief out.
@Suite struct `A thief with an unlocked phone` {
    /// Expects that the owner's device is in and that the thief's is not, also after a login by code.
    private static func expectOwnerIn(_ owner: AuthTestClient, thief: AuthTestClient, _ fixture: AuthServiceFixture)
        async throws
    {
        #expect(try await owner.isIn())
        #expect(try await !thief.isIn())
        #expect(try await thief.login(fixture).next == "admit")
        #expect(try await owner.isIn())
    }

    private static func remove(_ thief: AuthTestClient, by owner: AuthTestClient, _ code: RecoveryCode) async throws {
        try await owner.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: code.confirmation))
    }

    @Test func `and without the SIM card cannot remove the owner, and is removed by a recovery code`() async throws {
        let two = try await TwoDevices(), thief = two.phone, owner = two.tablet
        try await thief.expectRefused(.confirmationRequired, DeviceRemove.self, .init(deviceId: owner.device))
        try await thief.expectRefused(.confirmationRequired, AccountRecoveryCodes.self, .init())
        try await thief.expectRefused(
            .confirmationRequired, SessionLogoutEverywhere.self, .init(forgetDevices: true))
        try await Self.remove(thief, by: owner, two.codes[0])
        try await Self.expectOwnerIn(owner, thief: thief, two.fixture)
    }

    @Test func `and without the SIM card is suspended by the owner's message, and is out after 72 hours`() async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        try await owner.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: owner.message(fixture)))
        #expect(try await !thief.isIn())
        fixture.clock.advance(by: .hours(72))
        try await owner.refresh()
        try await Self.expectOwnerIn(owner, thief: thief, fixture)
    }

    @Test func `and with the SIM card, who suspends the owner first, is removed by a recovery code`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        try await thief.expectSuccess(
            DeviceRemove.self, .init(deviceId: owner.device, confirmation: thief.message(fixture)))
        // The owner gets a new SIM card in time.
        fixture.clock.advance(by: .hours(71))
        try await owner.logInWithRecoveryCode(fixture, two.codes[0])
        try await Self.remove(thief, by: owner, two.codes[1])
        try await Self.expectOwnerIn(owner, thief: thief, fixture)
    }

    @Test func `and with the SIM card gets no codes that win, and no second hold against the owner`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        let stolen = try await thief.makeCodes(thief.message(fixture, .recoveryCodes))
        try await thief.expectSuccess(
            DeviceRemove.self, .init(deviceId: owner.device, confirmation: thief.message(fixture)))
        let more = try await thief.message(fixture, .recoveryCodes)
        try await thief.expectRefused(.changesHeld, AccountRecoveryCodes.self, .init(confirmation: more))
        fixture.clock.advance(by: .hours(70))
        try await owner.logInWithRecoveryCode(fixture, two.codes[0])
        try await thief.refresh()
        let again = try await thief.message(fixture)
        try await thief.expectRefused(
            .changesHeld, DeviceRemove.self, .init(deviceId: owner.device, confirmation: again))
        fixture.clock.advance(by: .hours(2))
        try await thief.refresh()
        try await thief.expectRefused(
            .recoveryCodeWrong, DeviceRemove.self,
            .init(deviceId: owner.device, confirmation: stolen[0].confirmation))
        try await owner.refresh()
        try await Self.remove(thief, by: owner, two.codes[1])
        try await Self.expectOwnerIn(owner, thief: thief, fixture)
    }

    @Test func `cannot cancel the owner's hold by a hold of their own, or by an own new device`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        try await owner.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: owner.message(fixture)))
        let second = fixture.client("second")
        for device in [thief, second] {
            try await device.login(fixture)
            let digits = try #require(device.session?.digits)
            let session = try #require(device.session).sessionId
            try await owner.expectRefused(.changesHeld, SessionAdmit.self, .init(sessionId: session, digits: digits))
            let message = try await device.message(fixture)
            try await device.expectRefused(
                .newDeviceProofRequired, DeviceRemove.self, .init(deviceId: owner.device, confirmation: message))
        }
        fixture.clock.advance(by: .hours(72))
        try await owner.refresh()
        try await Self.expectOwnerIn(owner, thief: thief, fixture)
    }

    @Test func `who suspended the owner is out when the administrator admits the owner again and removes that phone`()
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        try await thief.expectSuccess(
            DeviceRemove.self, .init(deviceId: owner.device, confirmation: thief.message(fixture)))
        _ = try await fixture.callAsAdministrator(
            UserCancelHold.self, .init(deviceIds: [owner.device], phone: AuthTestClient.phone))
        _ = try await fixture.callAsAdministrator(
            UserRemoveDevice.self, .init(deviceId: thief.device, phone: AuthTestClient.phone))
        #expect(try await owner.login(fixture).next == nil)
        #expect(try await owner.call(AccountMe.self, Nothing()).heldUntilMs == nil)
        try await Self.expectOwnerIn(owner, thief: thief, fixture)
    }

    @Test func `who is suspended stays out when the administrator ends every session`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        try await owner.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: owner.message(fixture)))
        _ = try await fixture.callAsAdministrator(UserEndSessions.self, .init(phone: AuthTestClient.phone))
        #expect(try await thief.login(fixture).next == "admit")
        try await owner.login(fixture)
        try await Self.expectOwnerIn(owner, thief: thief, fixture)
    }

    @Test func `is in when the administrator admits that device, which ends the hold`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        try await thief.expectSuccess(
            DeviceRemove.self, .init(deviceId: owner.device, confirmation: thief.message(fixture)))
        try await owner.login(fixture)
        let waiting = try #require(owner.session)
        _ = try await fixture.callAsAdministrator(
            UserAdmit.self,
            .init(sessionId: waiting.sessionId, digits: try #require(waiting.digits), phone: AuthTestClient.phone))
        try await owner.refresh()
        #expect(try await owner.call(AccountMe.self, Nothing()).heldUntilMs == nil)
    }

    @Test func `whom the tablet suspended stays out when a third device removes the tablet, lost in the same bag`()
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, third = fixture.client("third")
        try await third.login(fixture)
        try await thief.admit(third)
        try await two.tablet.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: two.tablet.message(fixture)))
        try await Self.remove(two.tablet, by: third, two.codes[0])
        #expect(try await third.noticeKinds().contains(.suspensionCompleted))
        #expect(try await two.tablet.login(fixture).next == "admit")
        try await Self.expectOwnerIn(third, thief: thief, fixture)
    }

    @Test func `is removed by a recovery code on a third device; the suspended tablet is admitted from there`()
        async throws
    {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.phone, third = fixture.client("third")
        try await third.login(fixture)
        try await thief.admit(third)
        try await thief.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: thief.message(fixture)))
        try await Self.remove(thief, by: third, two.codes[0])
        #expect(try await two.tablet.login(fixture).next == "admit")
        try await third.admit(two.tablet)
        #expect(try await two.tablet.isIn())
        try await Self.expectOwnerIn(third, thief: thief, fixture)
    }
}
