import Contracts
import Interchange
import Primitives
import Support
import Testing

@Suite struct FormatTests {
    @Test(arguments: Entries.writable) func `what is written in a format is found to be that format, and read the same`(
        format: ExchangeFormat
    ) throws {
        let bytes = try Entries.file(format)
        let file = try EntryFile.read(bytes, password: Entries.password)
        #expect(file.format == (format == .ente ? .otpauth : format))
        #expect(file.bodies == Entries.fitting(format))
        #expect(file.refusals.isEmpty && file.remarks.isEmpty)
        #expect(try EntryFile.read(bytes, as: format, password: Entries.password).bodies == Entries.fitting(format))
    }

    @Test(arguments: Entries.writable) func `a file without entries is read as one without entries`(
        format: ExchangeFormat
    ) throws {
        let bytes = try Entries.file(format, [])
        guard !bytes.isEmpty else { return }
        #expect(try EntryFile.read(bytes, as: format, password: Entries.password).entries.isEmpty)
    }

    @Test(arguments: [ExchangeFormat.archive, .aegis]) func `an encrypted file opens with its password only`(
        format: ExchangeFormat
    ) throws {
        let bytes = try Entries.file(format, isEncrypted: true)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("JBSWY3DP") && !text.contains("ada@example.org"))
        #expect(try EntryFile.read(bytes, password: Entries.password).bodies == Entries.all)
        #expect(throws: ExchangeFault.passwordNeeded(format)) { try EntryFile.read(bytes) }
        #expect(throws: ExchangeFault.wrongPassword(format)) {
            try EntryFile.read(bytes, password: FilePassword(wire: "correct horse, Kafer"))
        }
    }

    @Test(
        arguments: [
            (ExchangeFormat.google, Entries.steam), (.google, Entries.slow), (.bitwarden, Entries.hotp),
            (.bitwardenCSV, Entries.hotp),
        ])
    func `an entry that a format cannot hold is named, and nothing is written`(
        format: ExchangeFormat, body: OTPBody
    ) {
        #expect {
            try EntryFile.write([Entries.totp, body], as: format, random: SeededRandom().random)
        } throws: { error in
            guard case .entryDoesNotFit(format, let name, _)? = error as? ExchangeFault else { return false }
            return name == "“\(body.issuer): \(body.accountName)”"
        }
    }

    @Test func `a format that is only read, and a password that a format does not take, are refused`() {
        let random = SeededRandom().random
        #expect(throws: ExchangeFault.notWritable(.raivo)) { try EntryFile.write([], as: .raivo, random: random) }
        #expect(throws: ExchangeFault.passwordNeeded(.archive)) {
            try EntryFile.write([], as: .archive, random: random)
        }
        #expect(throws: ExchangeFault.notEncrypted(.csv)) {
            try EntryFile.write([], as: .csv, password: Entries.password, random: random)
        }
    }

    @Test(
        arguments: [
            ("", ExchangeFault.empty), (" \r\n\t", .empty), ("\u{FEFF}", .empty), ("hello", .unknownFormat),
            ("{}", .unknownFormat), ("[1]", .unknownFormat), ("{\"a\":{\"b\":1}}", .unknownFormat),
            ("a,b\n1,2\n", .unknownFormat), ("[{\"name\":\"x\"}]", .unknownFormat),
        ])
    func `a content of no known format is refused by name`(text: String, fault: ExchangeFault) {
        #expect(throws: fault) { try EntryFile.read([UInt8](text)) }
    }

    @Test(arguments: ExchangeFormat.allCases) func `bytes that are not UTF-8 are refused as a whole in every format`(
        format: ExchangeFormat
    ) {
        for bytes: [UInt8] in [[0xFF, 0xFE, 0x00], [UInt8]("otpauth://totp/x?secret=JBSWY3DP\n") + [0xC0, 0xAF]] {
            #expect(throws: ExchangeFault.self) { try EntryFile.read(bytes, as: format, password: Entries.password) }
            #expect(throws: ExchangeFault.unknownFormat) { try EntryFile.read(bytes) }
        }
    }

    @Test func `a file of 16 MiB is read and one byte more is refused`() throws {
        let line = [UInt8]("otpauth://totp/x?secret=JBSWY3DP\n")
        let fill = [UInt8](repeating: UInt8(ascii: "#"), count: EntryFile.mostBytes - line.count)
        #expect(try EntryFile.read(line + fill).bodies.count == 1)
        #expect(throws: ExchangeFault.tooLarge) { try EntryFile.read(line + fill + [10]) }
    }

    @Test func `a password is not printed, and has 1 to 1024 bytes`() throws {
        let password = try #require(FilePassword(wire: String(repeating: "x", count: 1_024)))
        #expect("\(password)" == "FilePassword(••••)")
        #expect(FilePassword(wire: "") == nil && FilePassword(wire: String(repeating: "x", count: 1_025)) == nil)
    }
}
