import Contracts
import DeviceCommands
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// A person lists the former versions of an entry, restores one, and brings entries back from the server's trash.
@Suite struct RestoredVersionTests {
    @Test func `a former version is listed with its labels, restored, and reaches the other device`() async throws {
        let devices = try await TwoDevices(with: ["K"]), (phone, tablet) = (devices.phone, devices.tablet)
        _ = try await phone.edit(phone.entry(named: "K"), issuer: "L", accountName: nil)
        _ = try await phone.sync()
        _ = try await tablet.sync()
        let history = try await ShowHistory(entry: "L").run(on: tablet)
        #expect(history.versions.map(\.issuer) == ["L", "K"] && history.versions.map(\.present) == [true, false])
        #expect(history.versions.map(\.differs) == [[], ["issuer"]] && !history.trashed && history.replaced.isEmpty)
        #expect(history.versions.allSatisfy { $0.secret == nil })
        let text = ShowHistory.text(of: history)
        #expect(text.contains("differs: issuer") && !text.contains("JBSWY3DP"))
        let shown = try await ShowHistory(entry: "L", secrets: true).run(on: tablet)
        #expect(shown.versions.allSatisfy { $0.secret?.isEmpty == false })
        let label = try await RestoreEntry(entry: "L", version: history.versions[1].version).run(on: tablet)
        #expect(label.issuer == "K")
        #expect(try await tablet.sync().sent == 1)
        #expect(try await phone.sync().received == 1)
        for device in [phone, tablet] { #expect(try await device.entries().map(\.issuer) == ["K"]) }
        #expect(try await tablet.history(named: "K").versions.map { $0.label("issuer") } == ["K", "L", "K"])
    }

    @Test func `a former version of a counter-based entry keeps the larger counter`() async throws {
        let devices = try await TwoDevices(with: []), phone = devices.phone
        let uri = "otpauth://hotp/K:me?secret=JBSWY3DPEHPK3PXP&issuer=K&counter=4"
        _ = try await AddEntry(uri: uri).run(on: phone)
        _ = try await phone.sync()
        let former = try #require(try await phone.history(named: "K").versions.first?.rev)
        _ = try await phone.edit(phone.entry(named: "K"), issuer: "L", accountName: nil)
        for _ in 0..<3 { _ = try await phone.code(of: phone.entry(named: "L")) }
        _ = try await phone.sync()
        #expect(try await phone.restoreVersion(former, ofEntryNamed: "L").body?["counter"] == "7")
        #expect(try await phone.entry(named: "K").body?["issuer"] == "K")
    }

    @Test func `a change of the other device that came meanwhile is received before a version is restored`()
        async throws
    {
        let devices = try await TwoDevices(with: ["K"]), (phone, tablet) = (devices.phone, devices.tablet)
        let former = try #require(try await tablet.history(named: "K").versions.first?.rev)
        _ = try await phone.edit(phone.entry(named: "K"), issuer: "Theirs", accountName: nil)
        _ = try await phone.sync()
        _ = try await tablet.restoreVersion(former, ofEntryNamed: "K")
        #expect(try await tablet.sync().sent == 1)
        #expect(try await tablet.history(named: "K").versions.map { $0.label("issuer") } == ["K", "Theirs", "K"])
    }

    @Test func `an entry that another device has put into the server's trash is listed and brought back`() async throws
    {
        let devices = try await TwoDevices(with: ["K", "L"]), (phone, tablet) = (devices.phone, devices.tablet)
        try await devices.trash("K")
        _ = try await phone.sync()
        #expect(try await phone.entries().map(\.issuer) == ["L"])
        let listed = try await ListTrash().run(on: phone).trash
        #expect(listed.map(\.issuer) == ["K"] && listed[0].deletedAtMs != nil && listed[0].unreadable == nil)
        #expect(try await phone.history(named: "K").isInTrash)
        #expect(try await RestoreEntry(entry: "K").run(on: phone).issuer == "K")
        #expect(try await phone.entries().map(\.issuer).sorted() == ["K", "L"])
        #expect(try await phone.sync().sent == 1)
        #expect(try await tablet.sync().received == 1)
        #expect(try await tablet.entries().map(\.issuer).sorted() == ["K", "L"])
        #expect(try await phone.serverTrash().isEmpty)
        await #expect(throws: DeviceFault.noSuchEntry("M")) { try await phone.restoreDeleted(named: "M") }
    }

    @Test
    func `an item of the trash does not replace an entry of another account, or an unsent one, with its identifier`()
        async throws
    {
        let devices = try await TwoDevices(with: ["K", "L"]), phone = devices.phone
        let id = try await phone.entry(named: "K").id
        try await devices.trash("K")
        _ = try await phone.sync()
        let foreign = OwnerTag(bytes: [UInt8](repeating: 8, count: 16))
        for (owner, fault) in [
            (foreign, DeviceFault.entryForeign("\(id)")),
            (try await phone.store.read { try #require($0.accountTag) }, .unsentEdits("\(id)")),
        ] {
            let entry = LocalEntry(
                id: id, kind: "otp", base: nil, body: ["issuer": "Here"], createdAt: Instant(ms: 1), owner: owner)
            try await phone.store.put(entry)
            await #expect(throws: fault) { try await phone.restoreFromTrash(id, rev: nil) }
            #expect(try await phone.store.read { try $0.entry(id)?.body } == ["issuer": "Here"])
        }
    }

    @Test func `a version is chosen by its number, and one that the server does not have changes nothing`() async throws
    {
        let devices = try await TwoDevices(with: ["K"]), phone = devices.phone
        await #expect(throws: DeviceFault.noSuchVersion(99)) {
            try await phone.restoreVersion(99, ofEntryNamed: "K")
        }
        #expect(try await phone.entries().map(\.hasUnsentEdits) == [false])
        await #expect(throws: DeviceFault.noSuchEntry("M")) { try await phone.history(named: "M") }
    }

    @Test func `without the server there is no history, and the refusal says so`() async throws {
        let test = try await DeviceFixture(vault: ScriptedConnection(always: .unreached))
        try await test.put(SecretID(bits: 1), "K")
        for command in [ShowHistory(entry: "K"), RestoreEntry(entry: "K"), ListTrash()] as [any DeviceCommand] {
            let fault = await #expect(throws: DeviceFault.self) { _ = try await command.outputObject(on: test.device) }
            #expect(fault?.name == "unreachable" && fault?.sentence.contains("cannot be reached") == true)
        }
        #expect(try await test.issuers() == ["K"])
    }

    @Test func `a change that the server has rejected is not replaced by a former version`() async throws {
        let test = try await device(versionSchema: 1)
        _ = try await test.device.edit(test.device.entry(named: "K"), issuer: "Mine", accountName: nil)
        await #expect(throws: DeviceFault.unsentEdits("Mine")) {
            try await test.device.restoreVersion(1, ofEntryNamed: "Mine")
        }
        #expect(try await test.issuers() == ["Mine"])
    }

    @Test func `a restored version has its own schema, not that of the version it replaces`() async throws {
        let test = try await device(versionSchema: 2)
        let restored = try await test.device.restoreVersion(1, ofEntryNamed: "K")
        #expect(restored.issuer == "Old" && restored.schema == 2)
        #expect(try await test.device.entry(named: "Old").schema == 2)
    }

    /// A device with the entry "K", whose vault has the former version "Old" of it and rejects every push.
    private func device(versionSchema schema: Int) async throws -> DeviceFixture {
        let id = SecretID(bits: 1)
        let vault = ScriptedConnection { request, _ in
            switch request.method {
            case "vault.push":
                DeviceFixture.pushed(request) { _, _ in ["outcome": "rejected", "reason": "bodyRefused"] }
            case "vault.history":
                .result([
                    "id": .string("\(id)"), "state": "live", "epoch": .string("\(DeviceFixture.epoch)"), "head": "9",
                    "versions": [
                        [
                            "rev": "1", "epoch": .string("\(DeviceFixture.epoch)"), "kind": "otp",
                            "schema": .number(JSONNumber(schema)), "body": .object(DeviceFixture.body("Old")),
                            "updatedAtMs": "1", "updatedBy": .string("\(DeviceID(bits: 3))"),
                        ]
                    ],
                ])
            case _: DeviceFixture.page([], cursor: "c0")
            }
        }
        let test = try await DeviceFixture(vault: vault)
        try await test.put(id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        return test
    }
}
