import Contracts
import DeviceCommands
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// A device compares its entries with the vault's manifest, and repairs what differs.
@Suite struct ManifestRepairTests {
    private typealias T = DeviceFixture

    @Test func `a comparison that finds nothing changes nothing`() async throws {
        let devices = try await TwoDevices(with: ["K", "L"])
        let before = try await devices.phone.store.entries()
        let output = try await SyncEntries(check: true).run(on: devices.phone)
        #expect(output.check?.listed == 2 && output.check?.differences.isEmpty == true)
        #expect(SyncEntries.text(of: output).contains("nothing differs"))
        #expect(try await devices.phone.store.entries() == before)
        #expect(try await SyncEntries().run(on: devices.phone).check == nil)
        #expect(try await devices.phone.store.profile().differsFromVault == nil)
    }

    @Test func `a missing entry and one with another version are pulled again`() async throws {
        let devices = try await TwoDevices(with: ["K", "L", "M"]), phone = devices.phone
        let (lost, stale) = (try await phone.entry(named: "K"), try await phone.entry(named: "L"))
        _ = try await devices.tablet.edit(devices.tablet.entry(named: "L"), issuer: "New", accountName: nil)
        _ = try await devices.tablet.sync()
        _ = try await phone.sync()
        // A defect of the device or of its disk: one row is gone, and another one is as it was before.
        try await phone.store.write { transaction in
            try transaction.remove(lost)
            try transaction.put(stale)
        }
        #expect(try await phone.sync().received == 0)
        let comparison = try #require(try await phone.sync(comparing: true).compared)
        #expect(comparison.found == [lost.id: .missing, stale.id: .otherVersion] && comparison.remaining == [:])
        #expect(try await phone.entries().map(\.issuer).sorted() == ["K", "M", "New"])
        #expect(try await phone.sync(comparing: true).compared?.found == [:])
    }

    @Test func `the person decides about entries that the manifest does not list, and nothing is deleted`() async throws
    {
        let devices = try await TwoDevices(with: ["K"]), phone = devices.phone
        var extra = try await phone.entry(named: "K")
        extra = LocalEntry(
            id: SecretID(bits: 77), kind: extra.kind, base: extra.base, body: extra.body, createdAt: extra.createdAt,
            owner: extra.owner)
        try await phone.store.put(extra)
        let report = try await phone.sync(comparing: true)
        #expect(report.compared?.found == [extra.id: .absent] && report.compared?.remaining == [:])
        #expect(report.gone == [extra.id] && report.trashed.isEmpty && report.removed == 0)
        #expect(try await phone.entries().count == 2)
    }

    @Test(arguments: [(5, false), (6, true)])
    func `deletions that a comparison finds are held if they are many`(count: Int, areHeld: Bool) async throws {
        let ids = (1...10).map { SecretID(bits: UInt128($0)) }
        let vault = ScriptedConnection { request, _ in
            switch request.method {
            case "vault.manifest": Self.manifest(ids, deleted: count)
            case _ where request.params["cursor"] == nil:
                T.page(ids.enumerated().map { T.item($1, rev: 5, $0 < count ? nil : T.body("K\($0)")) }, cursor: "c1")
            case _: T.page([], cursor: "c0")
            }
        }
        let test = try await T(vault: vault)
        for (index, id) in ids.enumerated() { try await test.put(id, "K\(index)", rev: index < count ? 1 : 5) }
        try await test.store.changeProfile { ($0.cursor, $0.head, $0.headEpoch) = ("c0", DecimalInt64(10), T.epoch) }
        test.clock.advance(by: .days(2))
        let report = try await test.device.sync(comparing: true)
        #expect(report.compared?.found == Dictionary(uniqueKeysWithValues: ids.prefix(count).map { ($0, .deleted) }))
        #expect(report.held.count == (areHeld ? count : 0) && report.removed == (areHeld ? 0 : count))
        #expect(try await test.store.entries().count == (areHeld ? 10 : 5))
        // The digest leaves the held entries out, so the next comparison finds nothing.
        #expect(try await test.device.sync(comparing: true).compared?.found == [:])
    }

    @Test func `after a complete pull with another digest than the vault's the entries are compared`() async throws {
        let ids = [SecretID(bits: 1), SecretID(bits: 2)]
        let vault = ScriptedConnection { request, _ in
            switch request.method {
            case "vault.manifest": Self.manifest(ids, deleted: 0)
            case _: Self.page(ids.prefix(1).map { T.item($0, rev: 5, T.body("K")) }, digestOf: ids)
            }
        }
        let test = try await T(vault: vault)
        let comparison = try #require(try await test.device.sync().compared)
        #expect(comparison.found == [ids[1]: .missing] && comparison.remaining == [ids[1]: .missing])
        #expect(vault.requests.count { $0.method == "vault.manifest" } == 2)
        #expect(try await test.device.sync().comparison == nil)
    }

    @Test func `a manifest without its own digest is refused`() async throws {
        let id = SecretID(bits: 1)
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.manifest"
                ? Self.manifest([id], deleted: 0, digestOf: []) : T.page([], cursor: "c0")
        }
        let test = try await T(vault: vault)
        try await test.put(id, "K", rev: 4)
        try await test.store.changeProfile { ($0.cursor, $0.head, $0.headEpoch) = ("c0", DecimalInt64(10), T.epoch) }
        let fault = await #expect(throws: DeviceFault.self) { try await test.device.sync(comparing: true) }
        #expect(fault?.name == "unreadable")
        #expect(try await test.issuers() == ["K"])
    }

    private static func digest(of ids: [SecretID]) -> String {
        ManifestEntry.digest(of: ids.map { ManifestEntry(id: $0, rev: 5, state: .live) })
    }

    /// A manifest in which the first items are deleted, and all have rev 5.
    private static func manifest(
        _ ids: [SecretID], deleted: Int, digestOf live: [SecretID]? = nil
    ) -> ScriptedConnection.Reply {
        .result([
            "entries": .array(
                ids.enumerated().map { index, id in
                    ["id": .string("\(id)"), "rev": "5", "state": .string(index < deleted ? "deleted" : "live")]
                }), "more": false, "epoch": .string("\(T.epoch)"), "head": "10",
            "digest": .string(digest(of: live ?? Array(ids.dropFirst(deleted)))),
        ])
    }

    private static func page(_ items: [JSON], digestOf ids: [SecretID]) -> ScriptedConnection.Reply {
        guard case .result(let page) = T.page(items, cursor: "c0"), var object = page.object else { return .lost }
        object["digest"] = .string(digest(of: ids))
        return .result(.object(object))
    }
}
