import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `device.remove` {
    private static func twoDevices() async throws -> (
        fixture: AuthServiceFixture, phone: AuthTestClient, tablet: AuthTestClient, code: GivenConfirmation
    ) {
        let two = try await TwoDevices()
        return (two.fixture, two.phone, two.tablet, two.codes[0].confirmation)
    }

    @Test func `plays its example: a lost device is out, and a code alone does not let it in again`() async throws {
        let (fixture, phone, tablet, code) = try await Self.twoDevices()
        var params = DeviceRemove.example.params
        (params.deviceId, params.confirmation) = (try #require(tablet.session).deviceId, code)
        _ = try await phone.call(DeviceRemove.self, params)
        try await tablet.expectRefused(.deviceRevoked, AccountMe.self, Nothing())
        let spent = SessionRefresh.Params(refreshToken: try #require(tablet.session).refreshToken)
        try await tablet.expectRefused(.deviceRevoked, SessionRefresh.self, spent)
        #expect(try await tablet.login(fixture).next == "admit")
        let devices = try await phone.call(DeviceList.self, Nothing()).devices
        #expect(devices.first { $0.deviceName == "tablet" }?.isAdmitted == false)
    }

    @Test func `a device without a session can be removed, which a session.revoke cannot`() async throws {
        let (fixture, phone, tablet, code) = try await Self.twoDevices()
        let device = try #require(tablet.session).deviceId
        _ = try await tablet.call(SessionLogout.self, .init())
        try await phone.expectSuccess(DeviceRemove.self, .init(deviceId: device, confirmation: code))
        #expect(try await tablet.login(fixture).next == "admit")
    }

    @Test func `the own device, another person's and one that was never admitted cannot be removed`() async throws {
        let (fixture, phone, tablet, _) = try await Self.twoDevices()
        let other = fixture.client(), stranger = fixture.client()
        let foreign = try await other.register(fixture, "+33612345678")
        let waiting = try await stranger.login(fixture).session
        let own = try #require(phone.session).deviceId
        for device in [own, foreign.deviceId, waiting.deviceId] {
            try await phone.expectRefused(.deviceUnknown, DeviceRemove.self, .init(deviceId: device))
        }
        for device in [phone, tablet, other] { try await device.expectSuccess(AccountMe.self, Nothing()) }
    }

    @Test func `a repeated request is answered as the first was`() async throws {
        let (fixture, phone, tablet, code) = try await Self.twoDevices()
        var once = DeviceRemove.Params(
            deviceId: try #require(tablet.session).deviceId, confirmation: code, requestId: fixture.random.id())
        for _ in 0..<2 { try await phone.expectSuccess(DeviceRemove.self, once) }
        once.deviceId = try #require(phone.session).deviceId
        try await phone.expectRefused(.requestIdReused, DeviceRemove.self, once)
    }
}
