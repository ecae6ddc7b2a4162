import Contracts
import Domain
import JSONRPC
import LatchkeyDevice
import PairSupport
import Primitives
import Testing

/// Two devices of one account, with the real services in this process.
@Suite struct TwoDeviceTests {
    @Test func `a device receives what the other one added, changed and deleted`() async throws {
        let (_, phone, tablet) = try await devices(with: ["Before", "Gone"])
        _ = try await tablet.edit(tablet.entry(named: "Before"), issuer: "After", accountName: nil)
        try await tablet.delete(tablet.entry(named: "Gone"))
        _ = try await tablet.add(uri: DeviceFixture.uri("New"))
        #expect(try await tablet.sync().sent == 3)
        let report = try await phone.sync()
        #expect((report.received, report.removed) == (2, 1))
        #expect(try await issuers(of: phone) == ["After", "New"])
    }

    @Test func `edits of different labels on both devices merge`() async throws {
        let (_, phone, tablet) = try await devices(with: ["K"])
        _ = try await tablet.edit(tablet.entry(named: "K"), issuer: "Theirs", accountName: nil)
        _ = try await phone.edit(phone.entry(named: "K"), issuer: nil, accountName: "eve")
        _ = try await tablet.sync()
        #expect(try await phone.sync().sent == 1)
        _ = try await tablet.sync()
        for device in [phone, tablet] {
            let entry = try await device.entry(named: "Theirs")
            #expect(entry.accountName == "eve" && !entry.hasUnsentEdits)
        }
    }

    @Test func `an entry edited here and deleted on the other device is not sent, and can be kept as new`() async throws
    {
        let (_, phone, tablet) = try await devices(with: ["K"])
        try await tablet.delete(tablet.entry(named: "K"))
        _ = try await tablet.sync()
        let edited = try await phone.edit(phone.entry(named: "K"), issuer: "Ours", accountName: nil)
        #expect(try await phone.sync().gone == [edited.id])
        _ = try await phone.keepAsNew(phone.undecidedEntry(named: "Ours"))
        #expect(try await phone.sync().sent == 1)
        #expect(try await tablet.sync().received == 1)
        #expect(try await issuers(of: tablet) == ["Ours"])
    }

    @Test func `an entry that is gone and edited again is restored for both devices`() async throws {
        let (_, phone, tablet) = try await devices(with: ["K"])
        try await tablet.delete(tablet.entry(named: "K"))
        _ = try await tablet.sync()
        let edited = try await phone.edit(phone.entry(named: "K"), issuer: "Ours", accountName: nil)
        #expect(try await phone.sync().gone == [edited.id])
        _ = try await phone.edit(phone.entry(named: "Ours"), issuer: "Again", accountName: nil)
        let report = try await phone.sync()
        #expect(report.sent == 1 && report.gone.isEmpty)
        #expect(try await tablet.sync().received == 1)
        for device in [phone, tablet] {
            #expect(try await issuers(of: device) == ["Again"])
            #expect(try await device.undecidedEntries().isEmpty)
        }
    }

    @Test func `an entry deleted on both devices is removed from both`() async throws {
        let (_, phone, tablet) = try await devices(with: ["K", "L"])
        try await tablet.delete(tablet.entry(named: "K"))
        try await phone.delete(phone.entry(named: "K"))
        _ = try await tablet.sync()
        _ = try await phone.sync()
        for device in [phone, tablet] { #expect(try await device.store.entries().map(\.issuer) == ["L"]) }
    }

    @Test func `entries of one account are foreign while another account is signed in`() async throws {
        let (pair, phone, _) = try await devices(with: ["K"])
        try await TwoDevices.register("+4915187654321", on: phone, pair)
        let report = try await phone.sync()
        #expect((report.sent, report.removed) == (0, 0))
        #expect(try await phone.entryList().rows.map(\.isForeign) == [true])
    }

    /// Signs a phone and a tablet in to one account that has these entries on both.
    private func devices(with entries: [String]) async throws -> (ServicePair, phone: Device, tablet: Device) {
        let devices = try await TwoDevices(with: entries)
        return (devices.pair, devices.phone, devices.tablet)
    }

    private func issuers(of device: Device) async throws -> [String] {
        try await device.entries().map(\.issuer).sorted()
    }
}
