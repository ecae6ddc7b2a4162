import Interchange
import Primitives
import Testing

/// The time and memory that a small file can take are bounded.
@Suite struct BoundedFileTests {
    /// An address with entries that have no member.
    private func address(_ count: Int) -> String {
        let message = (0..<count).flatMap { _ in [0x0A, 0] as [UInt8] }
        return "otpauth-migration://offline?data=\(Base64URL.encode(message))\n"
    }

    @Test func `a file of 100 000 entries is read, and one with one more is refused`() throws {
        let most = String(repeating: address(1000), count: 100)
        #expect(try EntryFile.read([UInt8](most.utf8)).entries.count == EntryFile.mostEntries)
        for more in [address(1), "otpauth://totp/x\n"] {
            #expect(throws: ExchangeFault.tooManyEntries) { try EntryFile.read([UInt8]((most + more).utf8)) }
        }
        #expect("\(ExchangeFault.tooManyEntries)" == "The file has over 100000 entries.")
    }

    @Test func `a table has at most 1000 columns`() throws {
        let header = "secret" + String(repeating: ",", count: 999),
            record = "MZXW6YTB" + String(repeating: ",", count: 999)
        let read = try EntryFile.read([UInt8]("\(header)\n\(record)\n".utf8))
        #expect(read.format == .csv && read.entries.count == 1)
        let wider = [UInt8]("\(header),\n\(record),\n".utf8)
        #expect(throws: ExchangeFault.unknownFormat) { try EntryFile.read(wider) }
        #expect(throws: ExchangeFault.damaged(.csv, why: "its first line names over 1000 columns")) {
            try EntryFile.read(wider, as: .csv)
        }
    }

    @Test func `spaces before and after an address are skipped, however many they are`() throws {
        let spaces = String(repeating: " ", count: 100_000)
        let text = spaces + "otpauth://totp/x?secret=MZXW6YTB" + spaces + "\n" + spaces + "\t\n" + spaces
        let file = try EntryFile.read([UInt8](text.utf8))
        #expect(file.entries.map { $0.position.number } == [1] && file.remarks.isEmpty)
    }
}
