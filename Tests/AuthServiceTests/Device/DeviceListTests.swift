import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `device.list` {
    @Test func `plays its example: the caller's own device`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client("Ada's phone")
        let began = fixture.clock.now, grant = try await phone.register(fixture)
        var (params, example) = DeviceList.example
        (example.devices[0].deviceId, example.devices[0].firstUsedAtMs) = (grant.deviceId, began)
        example.devices[0].lastUsedAtMs = began
        #expect(try await phone.call(DeviceList.self, params) == example)
    }

    @Test func `a device that has logged out is listed, one that only waits to be admitted is not`() async throws {
        let fixture = try await AuthServiceFixture()
        let phone = fixture.client("phone"), tablet = fixture.client("tablet"), stranger = fixture.client("stranger")
        try await phone.register(fixture)
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        _ = try await tablet.call(SessionLogout.self, .init())
        try await stranger.login(fixture)
        let devices = try await phone.call(DeviceList.self, Nothing()).devices
        #expect(Set(devices.map(\.deviceName)) == ["phone", "tablet"])
        #expect(devices.allSatisfy { $0.isAdmitted && $0.isCurrent == ($0.deviceName == "phone") })
        try await stranger.expectRefused(.newDeviceProofRequired, DeviceList.self, Nothing())
    }
}
