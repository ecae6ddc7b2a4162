import AuthService
import AuthStore
import Contracts
import Domain
import Primitives
import Support
import Testing

@Suite struct `The reset of times, after calls at a right clock` {
    /// The calls set every time that the service sets into the future, with the settings of a service in operation.
    @Test func `changes nothing`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture
        try await two.phone.makeCodes(two.phone.message(fixture, .recoveryCodes))
        try await two.phone.expectSuccess(
            DeviceRemove.self,
            .init(deviceId: two.tablet.device, confirmation: try await two.phone.message(fixture)))
        _ = try await two.tablet.requestCode(fixture)
        _ = try await fixture.callAsAdministrator(
            OperatorEnrol.self, .init(phone: "+4915100000001", groups: [try #require(GroupID(rawValue: "fieldwork"))]))
        for table in [
            "account_hold", "notice", "operator_enrolment", "outbox", "otp_challenge", "proof_seen", "recovery_set",
            "session",
        ] {
            #expect(try await fixture.count(table) > 0, "\(table)")
        }
        let changes = try await AuthStore.resetTimes(
            to: fixture.clock.now, from: fixture.clock.now, on: fixture.database)
        // An entry that is being sent is due again later in case no result is stored. A reset makes it due at any clock.
        #expect(changes.filter { $0.value != 0 && $0.key != "outbox.due" } == [:])
    }
}
