import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `Admissions that are not used` {
    /// An account with a phone and an admitted tablet.
    private func twoDevices() async throws -> (AuthStoreFixture, AccountRecord, phone: SessionRecord) {
        let fixture = try await AuthStoreFixture(), (account, first) = try await fixture.register()
        let second = try await fixture.login(on: "tablet")
        _ = try await fixture.store.admit(
            second.id, of: account.id, by: first.id, digits: "42", idle: .days(14), idempotencyKey: nil,
            at: fixture.now)
        return (fixture, account, first)
    }

    @Test(arguments: [(0, SessionLevel.unproven), (-1, .full)])
    func `lapse after ninety days, if another device was used later`(ms: Int, level: SessionLevel) async throws {
        let (fixture, account, _) = try await twoDevices()
        let tablet = try #require(try await fixture.store.devices(of: account.id).first { $0.thumbprint == "tablet" })
        fixture.clock.advance(by: .days(45))
        #expect(try await fixture.login(on: "phone").level == .full)
        fixture.clock.advance(by: tablet.lastUsed + .days(90) + .milliseconds(ms) - fixture.now)
        let devices = try await fixture.store.devices(of: account.id)
        #expect(devices.holdsAdmission(of: tablet, lapse: .days(90), at: fixture.now) == (level == .full))
        #expect(try await fixture.login(on: "tablet").level == level)
    }

    @Test func `do not lapse for the device that was used last, however long ago`() async throws {
        let (fixture, account, _) = try await twoDevices()
        fixture.clock.advance(by: .days(1000))
        let devices = try await fixture.store.devices(of: account.id)
        let holding = devices.filter { devices.holdsAdmission(of: $0, lapse: .days(90), at: fixture.now) }
        #expect(holding.map(\.thumbprint) == ["tablet"])
        #expect(try await fixture.login(on: "tablet").level == .full)
        #expect(try await fixture.login(on: "phone").level == .unproven)
    }

    @Test func `of two devices that were used at the same time one stays admitted`() async throws {
        let (fixture, account, _) = try await twoDevices()
        _ = try await fixture.database.write { try $0.run(Statement("UPDATE device SET last_used = 1")) }
        let devices = try await fixture.store.devices(of: account.id)
        let holding = devices.filter { devices.holdsAdmission(of: $0, lapse: .days(90), at: fixture.now) }
        #expect(holding.count == 1)
    }
}
