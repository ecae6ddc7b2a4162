import Contracts
import DeviceCommands
import Interchange
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

@Suite struct ImportTests {
    private static func body(_ issuer: String, secret: String = "JBSWY3DPEHPK3PXP") -> OTPBody {
        OTPBody(
            accountName: "ada", issuer: issuer, type: .totp, secret: secret, algorithm: .sha1, digits: 6, period: 30)
    }

    private static let steam = OTPBody(
        accountName: "gaben", issuer: "Steam", type: .steam, secret: "STK7746GVMCHMNH5FBIAQXGPV3I7ZHRG",
        algorithm: .sha1, digits: 5, period: 30)
    private static let counter = OTPBody(
        accountName: "token", issuer: "Bank", type: .hotp, secret: "JBSWY3DPEHPK3PXP", algorithm: .sha1, digits: 6,
        counter: DecimalInt64(7))

    private static func file(_ bodies: [OTPBody], _ format: ExchangeFormat, _ password: FilePassword? = nil) throws
        -> [UInt8]
    {
        try EntryFile.write(bodies, as: format, password: password, random: SeededRandom().random)
    }

    @Test(arguments: [ExchangeFormat.aegis, .twoFAS, .andOTP, .freeOTPPlus, .otpauth, .csv])
    func `the second import of a file adds nothing, and names the entries that were here`(format: ExchangeFormat)
        async throws
    {
        let test = try await DeviceFixture(signedIn: false)
        let file = try Self.file([Self.body("A"), Self.steam, Self.counter], format)
        #expect(try await test.device.importEntries(from: file).added.count == 3)
        let again = try await test.device.importEntries(from: file)
        #expect(again.added.isEmpty && again.rejected.isEmpty)
        let originals = again.duplicates.map { duplicate in
            if case .here(let entry) = duplicate.original { entry.issuer } else { "" }
        }
        #expect(originals == ["A", "Steam", "Bank"])
        #expect(try await test.device.entries().count == 3)
    }

    @Test func `an entry is the same however its body is written`() async throws {
        let test = try await DeviceFixture(signedIn: false)
        let entry = try await test.device.add(Self.body("A"))
        var other = entry
        other.body?["secret"] = "jbsw y3dp ehpk 3pxp===="
        other.body?["period"] = nil
        try await test.store.put(other)
        let report = try await test.device.importEntries(from: Self.file([Self.body("A"), Self.body(" A")], .csv))
        #expect(report.added.isEmpty && report.duplicates.count == 2)
        var used = Self.counter
        _ = try await test.device.add(used)
        used.counter = DecimalInt64(99)
        #expect(try await test.device.importEntries(from: Self.file([used], .aegis)).added.isEmpty)
        #expect(
            try await test.device.importEntries(from: Self.file([Self.body("A", secret: "MZXW6YTB")], .csv)).added.count
                == 1)
    }

    @Test func `a dry run reports the same and adds nothing`() async throws {
        let test = try await DeviceFixture(signedIn: false)
        _ = try await test.device.add(Self.body("Here"))
        let text = "issuer,account,secret\nHere,ada,JBSWY3DPEHPK3PXP\nNew,ada,JBSWY3DP\nNew,ada,JBSWY3DP\nBad,ada,1\n"
        let planned = try await ImportEntries(file: Array(text.utf8), isDryRun: true).run(on: test.device)
        #expect(try await test.issuers() == ["Here"])
        let done = try await ImportEntries(file: Array(text.utf8)).run(on: test.device)
        for output in [planned, done] {
            #expect(output.added.map(\.issuer) == ["New"] && output.format == "csv")
            #expect(output.duplicates.map(\.position) == ["line 2", "line 4"])
            #expect(output.duplicates.map { $0.of?.issuer ?? $0.ofPosition } == ["Here", "line 3"])
            #expect(output.rejected.map(\.position) == ["line 5"])
        }
        #expect(planned.dryRun && !done.dryRun)
        #expect(try await test.issuers() == ["Here", "New"])
        #expect(
            ImportEntries.text(of: done) == """
                Added 1. Already here: 2.
                Line 2 is the same entry as Here (ada).
                Line 4 is the same entry as line 3.
                Line 5 was not added: The secret cannot be used: it is not Base32.
                """)
    }

    @Test func `a file that breaks off, and one with another password, add nothing and say why`() async throws {
        let test = try await DeviceFixture(signedIn: false)
        let password = try #require(FilePassword(wire: "right"))
        let file = try Self.file((0..<30).map { Self.body("\($0)") }, .archive, password)
        for (bytes, given, name) in [
            (Array(file.dropLast(20)), password, "fileDamaged"), (file, nil, "filePasswordNeeded"),
            (file, FilePassword(wire: "wrong"), "filePasswordWrong"), ([], nil, "fileEmpty"),
        ] {
            do {
                _ = try await test.device.importEntries(from: bytes, password: given)
                Issue.record("\(name) was not thrown")
            } catch {
                #expect(error.name == name)
            }
        }
        #expect(try await test.device.entries().isEmpty)
        #expect(try await test.device.importEntries(from: file, password: password).added.count == 30)
    }

    /// Ten times as many entries may take 25 times as long, but not a hundred times.
    /// Such rows are replaced by the next complete pull, and no PIN of this device opens them.
    @Test func `rows under a former share of a PIN keep no unlocked device from importing`() async throws {
        let test = try await PINPair(), phone = try await test.newDevice("tablet")
        _ = try await phone.logInWithPIN(PINPair.pin())
        _ = try await phone.add(uri: DeviceFixture.uri("Synchronised"))
        _ = try await phone.sync()
        let former = [UInt8](repeating: 1, count: 16)
        let count = try await phone.store.write { transaction in
            try transaction.run(Statement("UPDATE entry SET share = $1 WHERE share IS NOT NULL", .bytes(former)))
            return try transaction.unopenedRows()
        }
        #expect(count == 1)
        #expect(try await phone.importEntries(from: Self.file([Self.body("A")], .csv)).added.count == 1)
    }

    @Test(.timeLimit(.minutes(2))) func `ten thousand entries are imported in time that grows with their number`()
        async throws
    {
        let bodies = (0..<10_000).map { Self.body("\($0)") }, clock = SteadyClock.system
        var times: [Int64] = []
        for count in [1_000, 10_000] {
            let test = try await DeviceFixture(signedIn: false)
            let file = try Self.file(Array(bodies[..<count]), .aegis)
            let start = clock.now
            #expect(try await test.device.importEntries(from: file).added.count == count)
            times.append((clock.now - start).ms)
            #expect(try await test.device.importEntries(from: file).duplicates.count == count)
        }
        #expect(times[1] < times[0] * 25, "\(times)")
    }

    @Test func `a Steam entry is shown with its code`() async throws {
        let test = try await DeviceFixture(signedIn: false)
        _ = try await test.device.importEntries(from: Self.file([Self.steam], .otpauth))
        let list = try await ListEntries().run(on: test.device)
        #expect(list.entries.first?.code?.utf8.count == 5)
        #expect(list.entries.first?.code == TimeBasedCode(Self.steam)?.code(at: test.clock.now))
    }
}
