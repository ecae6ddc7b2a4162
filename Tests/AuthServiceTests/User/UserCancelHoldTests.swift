import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `user.cancelHold` {
    /// A person whose phone has suspended the tablet and a third device.
    private static func suspended() async throws -> (two: TwoDevices, third: AuthTestClient) {
        let two = try await TwoDevices(), third = two.fixture.client("third")
        try await third.login(two.fixture)
        try await two.phone.admit(third)
        try await two.phone.expectSuccess(
            SessionLogoutEverywhere.self, .init(forgetDevices: true, confirmation: two.phone.message(two.fixture)))
        try await two.phone.login(two.fixture)
        return (two, third)
    }

    @Test
    func `plays its example: the named device is admitted again, the other stays out, and the decision is recorded`()
        async throws
    {
        let (two, third) = try await Self.suspended(), fixture = two.fixture
        var params = UserCancelHold.example.params, expected = UserCancelHold.example.answer.admitted[0]
        (params.phone, params.deviceIds) = (AuthTestClient.phone, [two.tablet.device])
        let answer = try await fixture.callAsAdministrator(UserCancelHold.self, params)
        (expected.deviceId, expected.name) = (two.tablet.device, "tablet")
        (expected.firstUsedAtMs, expected.lastUsedAtMs) =
            (answer.admitted[0].firstUsedAtMs, answer.admitted[0].lastUsedAtMs)
        #expect(answer.admitted == [expected])
        #expect(answer.out.map(\.name) == ["third"] && answer.out.map(\.isAdmitted) == [false])
        #expect(try await two.tablet.login(fixture).next == nil)
        #expect(try await third.login(fixture).next == "admit")
        let account = try #require(two.phone.session).account
        #expect(
            try await fixture.store.decisions(about: account, page: DecisionPage(limit: 10)).map(\.decision) == [
                Decision(
                    .deviceAdmitted, by: .administrator, from: "suspended: \(two.tablet.device)",
                    to: "admitted: \(two.tablet.device)", reason: "the owner has the tablet in hand")
            ])
    }

    @Test func `for 72 hours afterwards no message suspends a device`() async throws {
        let (two, _) = try await Self.suspended(), fixture = two.fixture
        _ = try await fixture.callAsAdministrator(
            UserCancelHold.self, .init(deviceIds: [two.tablet.device], phone: AuthTestClient.phone))
        let ended = fixture.clock.now
        let remove = DeviceRemove.Params(
            deviceId: two.tablet.device, confirmation: try await two.phone.message(fixture))
        try await two.phone.expectRefused(.changesHeld, DeviceRemove.self, remove)
        fixture.clock.advance(by: ended + .hours(72) - .minutes(4) - fixture.clock.now)
        try await two.phone.refresh()
        let late = DeviceRemove.Params(deviceId: two.tablet.device, confirmation: try await two.phone.message(fixture))
        fixture.clock.advance(by: ended + .hours(72) - .milliseconds(1) - fixture.clock.now)
        try await two.phone.refresh()
        try await two.phone.expectRefused(.changesHeld, DeviceRemove.self, late)
        fixture.clock.advance(by: .milliseconds(1))
        try await two.phone.expectSuccess(DeviceRemove.self, late)
    }

    @Test func `a device that is not suspended is refused with all others, and nothing changes`() async throws {
        let (two, third) = try await Self.suspended(), fixture = two.fixture
        let wrong = UserCancelHold.Params(
            deviceIds: [two.tablet.device, two.phone.device], phone: AuthTestClient.phone)
        #expect(await fixture.fault(UserCancelHold.self, wrong, at: .administration) == "deviceUnknown")
        #expect(try await fixture.count("decision") == 0)
        #expect(try await fixture.count("account_hold", where: "settled_at IS NULL") == 1)
        #expect(try await third.login(fixture).next == "admit")
        fixture.clock.advance(by: .hours(72))
        let late = UserCancelHold.Params(deviceIds: [two.tablet.device], phone: AuthTestClient.phone)
        #expect(await fixture.fault(UserCancelHold.self, late, at: .administration) == "deviceUnknown")
        let nobody = UserCancelHold.Params(deviceIds: [two.tablet.device], phone: "+33612345679")
        #expect(await fixture.fault(UserCancelHold.self, nobody, at: .administration) == "userUnknown")
    }
}
