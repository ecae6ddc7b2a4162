import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

/// A PIN that a message has confirmed counts after 72 hours, unless the device that made it is put out.
@Suite struct `A PIN that does not count yet` {
    /// Two devices of a person, an hour after the registration; the phone has made a PIN with a code by message.
    private static func pending() async throws -> TwoDevices {
        let two = try await TwoDevices()
        two.fixture.clock.advance(by: .hours(1))
        for client in [two.phone, two.tablet] { try await client.refresh() }
        try await two.phone.enrol(AuthTestClient.pin, two.phone.message(two.fixture, .makePIN))
        return two
    }

    @Test func `is withdrawn when the device that made it is suspended, and admits no new device`() async throws {
        let two = try await Self.pending(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        let other = fixture.client("other")
        try await other.login(fixture)
        let proof = try await other.proof()
        try await owner.expectSuccess(
            DeviceRemove.self, .init(deviceId: thief.device, confirmation: owner.message(fixture)))
        #expect(try await fixture.count("pin") == 0)
        #expect(try await owner.noticeKinds().contains(.pinWithdrawn))
        try await other.expectRefused(.pinChallengeExpired, PINProve.self, proof)
    }

    @Test func `stays when another device is suspended, and counts only after the hold`() async throws {
        let two = try await Self.pending(), fixture = two.fixture
        fixture.clock.advance(by: .hours(1))
        for client in [two.phone, two.tablet] { try await client.refresh() }
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: two.phone.message(fixture)))
        let until = try #require(
            try await fixture.store.protection(of: two.phone.session!.account, at: fixture.clock.now).heldUntil)
        #expect(try await fixture.count("pin", where: "counts_from = \(until.ms)") == 1)
    }

    @Test func `is replaced by another one, which counts from the same moment, but not during a hold`() async throws {
        let two = try await Self.pending(), fixture = two.fixture, counts = fixture.clock.now + .hours(72)
        fixture.clock.advance(by: .hours(1))
        for client in [two.phone, two.tablet] { try await client.refresh() }
        let changed = try await two.phone.call(PINChange.self, two.phone.change(to: "228833"))
        #expect(changed.countsFromMs == counts)
        try await two.phone.expectSuccess(
            DeviceRemove.self, .init(deviceId: two.tablet.device, confirmation: two.phone.message(fixture)))
        try await two.phone.expectRefused(.pinTooNew, PINChange.self, two.phone.change(from: "228833", to: "661199"))
        #expect(try await fixture.count("pin", where: "generation = 2 AND attempts = 0 AND failures = 0") == 1)
    }

    @Test func `admits no new device before it counts, and counts no attempt then`() async throws {
        let two = try await Self.pending(), fixture = two.fixture, other = fixture.client("other")
        let counts = fixture.clock.now + .hours(72)
        try await other.login(fixture)
        try await other.expectRefused(.pinTooNew, proving: "111111")
        try await other.expectRefused(.pinTooNew, proving: AuthTestClient.pin)
        #expect(try await fixture.count("pin", where: "failures = 0") == 1)
        fixture.clock.advance(by: counts - fixture.clock.now - .milliseconds(1))
        try await other.expectRefused(.pinTooNew, proving: AuthTestClient.pin)
        fixture.clock.advance(by: .milliseconds(1))
        try await other.prove()
    }

    @Test func `logs an admitted device in and unlocks its store all the same`() async throws {
        let two = try await Self.pending()
        try await two.phone.prove()
        try await two.tablet.prove(AuthTestClient.pin, .unlock)
    }

    @Test func `is withdrawn when a recovery code ends a hold`() async throws {
        let two = try await Self.pending(), fixture = two.fixture, thief = two.phone, owner = two.tablet
        try await thief.expectSuccess(
            DeviceRemove.self, .init(deviceId: owner.device, confirmation: thief.message(fixture)))
        try await owner.logInWithRecoveryCode(fixture, two.codes[0])
        #expect(try await fixture.count("pin") == 0)
    }

    @Test func `is withdrawn when the administrator removes the device that made it`() async throws {
        let two = try await Self.pending()
        _ = try await two.fixture.callAsAdministrator(
            UserRemoveDevice.self, .init(deviceId: two.phone.device, phone: AuthTestClient.phone))
        #expect(try await two.fixture.count("pin") == 0)
    }

    @Test func `a PIN that counts lets its owner in during a hold, and ends it`() async throws {
        let two = try await TwoDevices(), fixture = two.fixture, thief = two.tablet, owner = two.phone
        try await owner.enrol()
        fixture.clock.advance(by: .hours(1))
        for client in [thief, owner] { try await client.refresh() }
        try await thief.expectSuccess(
            DeviceRemove.self, .init(deviceId: owner.device, confirmation: thief.message(fixture)))
        try await owner.login(fixture)
        try await owner.prove()
        #expect(try await owner.isIn())
        let heldUntil = try await fixture.store.protection(of: owner.session!.account, at: fixture.clock.now).heldUntil
        #expect(heldUntil == nil)
        #expect(try await owner.noticeKinds().contains(.suspensionCancelled))
    }
}
