import Contracts
import Interchange
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct DamagedFileTests {
    /// Formats whose file has a beginning and an end.
    private static let closed: [ExchangeFormat] = [.archive, .aegis, .twoFAS, .bitwarden, .andOTP, .freeOTPPlus]
    /// Formats that are a sequence of lines.
    private static let open: [ExchangeFormat] = [.otpauth, .ente, .google, .csv, .bitwardenCSV]

    @Test(arguments: closed) func `a file that breaks off anywhere is refused as a whole`(format: ExchangeFormat) throws
    {
        let bytes = try Entries.file(format)
        let end = bytes.count - (bytes.last == 10 ? 1 : 0)
        for count in 0..<end {
            #expect(throws: ExchangeFault.self, "\(count)") { try EntryFile.read(Array(bytes[..<count])) }
            guard count.isMultiple(of: 7) else { continue }
            #expect(throws: ExchangeFault.self, "\(count)") {
                try EntryFile.read(Array(bytes[..<count]), as: format, password: Entries.password)
            }
        }
    }

    /// Where the cut is at the end of a line, nothing in such a file tells that lines are missing.
    @Test(arguments: open) func `a list that breaks off within a line says so, and keeps the whole lines`(
        format: ExchangeFormat
    ) throws {
        let entries = format == .google ? Entries.many(12) : Entries.fitting(format)
        let bytes = try Entries.file(format, entries)
        var marked = 0
        for count in 1..<bytes.count where bytes[count - 1] != 10 {
            let cut = Array(bytes[..<count])
            guard let file = try? EntryFile.read(cut, as: format) else { continue }
            let whole = cut.split(separator: 10).count - 1
            let isWhole = file.bodies == Array(entries.prefix(file.bodies.count))
            let isMarked = !file.remarks.isEmpty || !file.refusals.isEmpty
            // A header alone has no entries yet. A carriage return ends a line too, and padding of Base64 carries nothing.
            #expect(
                isMarked || (file.entries.isEmpty && whole == 0)
                    || (isWhole && (cut.last == 13 || file.bodies == entries)), "\(count)")
            if isMarked { marked += 1 }
        }
        #expect(marked > 20)
    }

    @Test(arguments: Entries.writable) func `a file with a changed byte is never read as other entries in silence`(
        format: ExchangeFormat
    ) throws {
        var walk = RandomWalk()
        let bytes = try Entries.file(format, isEncrypted: format.isWrittenEncrypted)
        for _ in 0..<(format.isWrittenEncrypted ? 12 : 300) {
            var changed = bytes
            changed[Int(walk.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: walk.next())
            // Plain formats have no check sum. Reading must end without a crash, and encrypted content must not change.
            let file = try? EntryFile.read(changed, password: Entries.password)
            if format.isWrittenEncrypted, let file { #expect(file.bodies == Entries.all, Comment(rawValue: walk.note)) }
        }
    }

    @Test(arguments: ExchangeFormat.allCases) func `random bytes are refused or read without a crash in every format`(
        format: ExchangeFormat
    ) throws {
        var walk = RandomWalk()
        for count in 0..<200 {
            let bytes = SeededRandom(seed: walk.next()).random.bytes(count)
            _ = try? EntryFile.read(bytes)
            guard format != .andOTP else { continue }
            _ = try? EntryFile.read(bytes, as: format, password: Entries.password)
        }
    }

    @Test(arguments: closed + [.raivo, .ente]) func `JSON that is too deep, or names a member twice, is refused`(
        format: ExchangeFormat
    ) {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        for text in [
            deep, "{\"items\":\(deep)}", "{\"a\":1,\"a\":2}", "{\"services\":[],\"services\":[]}", "{\"a\":1e999999}}",
        ] {
            #expect(throws: ExchangeFault.self) {
                try EntryFile.read([UInt8](text), as: format, password: Entries.password)
            }
            #expect(throws: ExchangeFault.self) { try EntryFile.read([UInt8](text), password: Entries.password) }
        }
    }

    @Test func `a member that is changed, added or removed in an archive's header is noticed`() throws {
        let text = String(decoding: try Entries.file(.archive), as: UTF8.self)
        for (old, new) in [("\"p\":1", "\"p\":2"), ("{\"latchkey\"", "{\"note\":1,\"latchkey\"")] {
            #expect(throws: ExchangeFault.wrongPassword(.archive)) {
                try EntryFile.read([UInt8](text.replacing(old, with: new)), password: Entries.password)
            }
        }
        #expect(throws: ExchangeFault.newerVersion(.archive)) {
            try EntryFile.read([UInt8](text.replacing("\"version\":1", with: "\"version\":2")))
        }
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"name\": \"x\"", "{\"a\":1e}"])
    func `JSON that breaks off before its format is known is refused without naming one`(text: String) {
        #expect {
            try EntryFile.read([UInt8](text))
        } throws: { error in
            guard case .damagedJSON? = error as? ExchangeFault else { return false }
            return true
        }
        #expect(ExchangeFault.damagedJSON(byteOffset: 3).name == "fileDamaged")
    }

    @Test(arguments: [(32, true), (33, false)]) func `JSON of 32 levels is read, and of one more is refused`(
        levels: Int, isRead: Bool
    ) throws {
        // The object and the list are two of the levels.
        let inner = String(repeating: "[", count: levels - 2) + String(repeating: "]", count: levels - 2)
        let file = [UInt8]("{\"services\":[\(inner)]}")
        if isRead {
            #expect(try EntryFile.read(file, as: .twoFAS).entries.count == 1)
        } else {
            #expect(throws: ExchangeFault.self) { try EntryFile.read(file, as: .twoFAS) }
        }
    }

    @Test func `a list of 100 000 elements is read, and of one more is refused`() throws {
        func file(_ count: Int) -> [UInt8] {
            [UInt8]("{\"services\":[" + Array(repeating: "0", count: count).joined(separator: ",") + "]}")
        }
        #expect(try EntryFile.read(file(EntryFile.mostElements)).entries.count == 100_000)
        #expect(throws: ExchangeFault.self) { try EntryFile.read(file(EntryFile.mostElements + 1)) }
    }

    @Test(arguments: Entries.writable) func `ten thousand entries are written and read`(format: ExchangeFormat) throws {
        let entries = Entries.many(10_000)
        let bytes = try Entries.file(format, entries)
        let file = try EntryFile.read(bytes, as: format, password: Entries.password)
        #expect(file.bodies == entries && file.remarks.isEmpty)
    }
}
