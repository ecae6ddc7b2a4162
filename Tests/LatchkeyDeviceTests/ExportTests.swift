import Contracts
import DeviceCommands
import Interchange
import PIN
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

@Suite struct ExportTests {
    @Test func `an export has every entry of the person, and says how many belong to others`() async throws {
        let test = try await DeviceFixture()
        try await test.unsent("Draft")
        try await test.synchronised("Bank")
        let deleted = try await test.synchronised("Deleted")
        try await test.device.delete(deleted)
        try await test.signIn(as: AccountID(bits: 8))
        _ = try await test.device.add(uri: DeviceFixture.uri("Own"))
        let export = try await test.device.exportEntries(as: .aegis)
        #expect(!"\(export)".contains("116, 112"))
        #expect(try Self.issuers(export) == ["Own"] && export.count == 1 && export.foreignCount == 2)
        try await test.signIn(as: DeviceFixture.account)
        let other = try await test.device.exportEntries(as: .otpauth)
        #expect(try Self.issuers(other) == ["Bank", "Draft"] && other.foreignCount == 1)
    }

    @Test func `an entry that does not fit stops the whole export`() async throws {
        let test = try await DeviceFixture(signedIn: false)
        _ = try await test.device.add(uri: DeviceFixture.uri("Bank"))
        var broken = try await test.device.add(uri: DeviceFixture.uri("Broken"))
        broken.body = ["issuer": "Broken"]
        try await test.store.put(broken)
        for format in ExchangeFormat.allCases {
            let password = format == .archive ? FilePassword(wire: "x") : nil
            do {
                _ = try await test.device.exportEntries(as: format, password: password)
                Issue.record("\(format) was exported")
            } catch {
                #expect(["entryDoesNotFit", "formatNotWritable"].contains(error.name), "\(format)")
            }
        }
    }

    @Test func `entries without an authenticator key are left out of every file, and are counted and named`()
        async throws
    {
        let test = try await DeviceFixture(signedIn: false)
        _ = try await test.device.add(uri: DeviceFixture.uri("Bank"))
        for (number, body) in [["issuer": "Door"], ["text": "x"]].enumerated() {
            var note = try await test.device.add(uri: DeviceFixture.uri("Note \(number)"))
            (note.kind, note.body) = ("note", JSONObject(body.map { ($0.key, .string($0.value)) }))
            try await test.store.put(note)
        }
        let unlabelled = try #require(try await test.store.entries().first { $0.body?["text"] != nil })
        for format in ExchangeFormat.allCases where format.isWritable {
            let password = format == .archive ? FilePassword(wire: "x") : nil
            let output = try await ExportEntries(format: format, password: password).run(on: test.device)
            #expect(output.count == 1, "\(format)")
            #expect(output.others?.sorted() == ["note \(unlabelled.id)", "note “Door”"].sorted())
            #expect(
                ExportEntries.summary(of: output, at: "x").contains(
                    "Not in it, because they hold no authenticator key: 2 ("))
        }
    }

    @Test func `an entry of a former version that no reader accepts stops the export, and is named`() async throws {
        let test = try await DeviceFixture(signedIn: false)
        var old = try await test.device.add(uri: DeviceFixture.uri("Bank"))
        old.body?["issuer"] = .string(String(repeating: "x", count: 257))
        try await test.store.put(old)
        await #expect {
            try await test.device.exportEntries(as: .otpauth)
        } throws: { error in
            guard case .file(.entryDoesNotFit(.otpauth, let name, let why))? = error as? DeviceFault else {
                return false
            }
            return name.contains("xxx") && why.hasPrefix("the issuer cannot be used")
        }
        _ = try await test.device.edit(old, issuer: "Bank", accountName: nil)
        #expect(try await test.device.exportEntries(as: .otpauth).count == 1)
    }

    @Test func `with a PIN each export needs it, also on an unlocked device, and a wrong one counts`() async throws {
        let pair = try await PINPair()
        let phone = pair.phone
        _ = try await phone.add(uri: DeviceFixture.uri("Bank"))
        #expect(try await phone.lockStatus()?.isLocked == false)
        await #expect(throws: DeviceFault.exportNeedsPIN) { try await phone.exportEntries(as: .otpauth) }
        #expect(
            await refusal { _ = try await phone.exportEntries(as: .otpauth, pin: PINPair.wrong()) }?.hasPrefix(
                "pinWrong")
                == true)
        let export = try await phone.exportEntries(as: .otpauth, pin: PINPair.pin())
        #expect(try Self.issuers(export) == ["Bank"])
        await #expect(throws: DeviceFault.exportNeedsPIN) { try await phone.exportEntries(as: .otpauth) }
    }

    @Test func `without the service nothing is exported where there is a PIN`() async throws {
        let pair = try await PINPair()
        _ = try await pair.phone.add(uri: DeviceFixture.uri("Bank"))
        pair.auth.losesAnswers = true
        await #expect(throws: DeviceFault.self) {
            try await pair.phone.exportEntries(as: .otpauth, pin: PINPair.pin())
        }
    }

    @Test func `a locked device exports after its PIN`() async throws {
        let pair = try await PINPair()
        let phone = pair.phone
        _ = try await phone.add(uri: DeviceFixture.uri("Bank"))
        try await phone.lock()
        await #expect(throws: DeviceFault.exportNeedsPIN) { try await phone.exportEntries(as: .otpauth) }
        #expect(try await phone.exportEntries(as: .csv, pin: PINPair.pin()).count == 1)
    }

    @Test func `the command warns of a plain file, and its password and PIN are no arguments`() async throws {
        let test = try await DeviceFixture(signedIn: false)
        try await test.unsent("Bank")
        let plain = try await ExportEntries(format: .twoFAS).run(on: test.device)
        #expect(ExportEntries.summary(of: plain, at: "x").contains("in plain text"))
        let password = try #require(FilePassword(wire: "secret"))
        let command = ExportEntries(format: .archive, password: password, pin: try EnteredPIN(typed: "482915"))
        let sealed = try await command.run(on: test.device)
        #expect(ExportEntries.summary(of: sealed, at: "x") == "Exported 1 to x.")
        #expect(command.commandLine == ["export", "--format=archive", "--encrypt"])
        #expect(command.standardInput == "482915\nsecret\n")
        let back = ImportEntries(file: Array(sealed.content.utf8), password: password)
        #expect(try await back.run(on: test.device).duplicates.count == 1)
        #expect(back.commandLine == ["import", "-", "--password-fd=0"] && back.standardInput.hasPrefix("secret\n{"))
    }

    private static func issuers(_ export: EntryExport) throws -> [String] {
        try EntryFile.read(export.content.reveal).entries.map { try $0.outcome.get().issuer }.sorted()
    }
}
