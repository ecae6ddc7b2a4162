import Contracts
import Interchange
import Primitives
import StrictJSON
import Support
import Testing

/// The parameters from which the keys of encrypted files are derived. They come from the file.
@Suite struct FileKeyTests {
    private static let outOfBounds = "its scrypt parameters are out of bounds"

    /// An encrypted file whose scrypt parameters are replaced.
    private static func file(_ format: ExchangeFormat, n: String = "16", r: String = "8", p: String = "1") throws
        -> [UInt8]
    {
        let text = String(decoding: try Entries.file(format, isEncrypted: true), as: UTF8.self)
        return [UInt8](
            text.replacing("\"n\":32768", with: "\"n\":\(n)").replacing("\"r\":8", with: "\"r\":\(r)")
                .replacing("\"p\":1,", with: "\"p\":\(p),"))
    }

    /// A vault of Aegis with a number of password slots. The last one is the one that the password opens.
    private static func vault(slots count: Int, n: Int = 16, r: Int = 8, p: Int = 1) throws -> [UInt8] {
        let json = try JSON(parsing: Entries.file(.aegis, isEncrypted: true))
        var file = try #require(json.object), header = try #require(file["header"]?.object)
        guard case .array(let slots)? = header["slots"], var other = slots.first?.object else { return [] }
        other["n"] = .number(JSONNumber(n))
        other["r"] = .number(JSONNumber(r))
        other["p"] = .number(JSONNumber(p))
        header["slots"] = .array(Array(repeating: .object(other), count: count - 1) + slots)
        file["header"] = .object(header)
        return JSON.object(file).encoded()
    }

    @Test(
        arguments: [
            ("1073741824", "8", "1"), ("32767", "8", "1"), ("0", "8", "1"), ("-2", "8", "1"), ("1e3", "8", "1"),
            ("16", "0", "1"), ("16", "257", "1"), ("16", "8", "0"), ("16", "8", "17"),
            ("16", "8", "9223372036854775808"), ("65536", "1", "1"), ("2097152", "1", "2"), ("4194304", "1", "1"),
            ("262144", "8", "4"), ("32768", "16", "16"),
        ])
    func `a file whose key would cost too much, or that scrypt does not define, is refused before it is derived`(
        n: String, r: String, p: String
    ) throws {
        for format: ExchangeFormat in [.archive, .aegis] {
            let file = try Self.file(format, n: n, r: r, p: p)
            #expect {
                try EntryFile.read(file, password: Entries.password)
            } throws: { error in
                if case .damaged(format, _)? = error as? ExchangeFault { true } else { false }
            }
        }
    }

    /// The key is then another one than the file was written with, so the password seems to be wrong.
    @Test(arguments: [
        ("32768", "1", "1"), ("16", "256", "1"), ("16", "8", "16"), ("32768", "8", "16"), ("262144", "8", "1"),
    ])
    func `a key is derived with each parameter at its bound`(n: String, r: String, p: String) throws {
        for format: ExchangeFormat in [.archive, .aegis] {
            let file = try Self.file(format, n: n, r: r, p: p)
            #expect(throws: ExchangeFault.wrongPassword(format)) {
                try EntryFile.read(file, password: Entries.password)
            }
        }
    }

    @Test func `the work of all password slots together is bounded`() throws {
        // Our own slot takes 8 · 2^15 steps. With 120 · 2^15 of another one they are 2^22, and with 121 · 2^15 more.
        let within = try Self.vault(slots: 2, n: 1 << 15, r: 12, p: 10)
        #expect(try EntryFile.read(within, password: Entries.password).bodies == Entries.all)
        let beyond = try Self.vault(slots: 2, n: 1 << 15, r: 11, p: 11)
        #expect(throws: ExchangeFault.damaged(.aegis, why: Self.outOfBounds)) {
            try EntryFile.read(beyond, password: Entries.password)
        }
    }

    @Test func `a vault of eight password slots is read, and one of nine is refused by name`() throws {
        #expect(try EntryFile.read(Self.vault(slots: 8), password: Entries.password).bodies == Entries.all)
        #expect(throws: ExchangeFault.damaged(.aegis, why: "it has over 8 password slots")) {
            try EntryFile.read(Self.vault(slots: 9), password: Entries.password)
        }
    }

    @Test(arguments: ["key", "salt"]) func `a malformed password slot is named, and is no wrong password`(name: String)
        throws
    {
        var file = try #require(try JSON(parsing: Entries.file(.aegis, isEncrypted: true)).object)
        var header = try #require(file["header"]?.object)
        guard case .array(let slots)? = header["slots"] else { return }
        var slot = try #require(slots.first?.object)
        slot[name] = .string(String(repeating: "ab", count: 31))
        header["slots"] = [.object(slot)]
        file["header"] = .object(header)
        #expect(throws: ExchangeFault.damaged(.aegis, why: "“\(name)” is not 32 bytes in hexadecimal")) {
            try EntryFile.read(JSON.object(file).encoded(), password: Entries.password)
        }
    }
}
