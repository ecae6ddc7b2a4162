import Contracts
import Interchange
import Primitives
import Support
import Testing

/// The addresses of Google Authenticator.
@Suite struct MigrationTests {
    /// The example that readers of the format have in their documentation.
    private static let sample =
        "otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC"

    @Test func `the known example is read`() throws {
        let file = try EntryFile.read([UInt8](Self.sample))
        #expect(file.format == .google)
        #expect(
            file.bodies == [
                OTPBody(
                    accountName: "alice@google.com", issuer: "Example", type: .totp, secret: "JBSWY3DPEHPK3PXP",
                    algorithm: .sha1, digits: 6, period: 30)
            ])
        // It has no number of parts, so nothing tells that it is whole.
        #expect(file.remarks == [.partsUnknown(line: 1)])
    }

    @Test func `an export of 25 entries has three parts, and those that are missing are named`() throws {
        let text = String(decoding: try Entries.file(.google, Entries.many(25)), as: UTF8.self)
        let parts = text.split(separator: "\n").map(String.init)
        #expect(parts.count == 3)
        let some = try EntryFile.read([UInt8](parts[1]))
        #expect(some.bodies == Array(Entries.many(25)[10..<20]))
        #expect(some.remarks == [.partsMissing([1, 3], count: 3)])
        #expect(some.entries.first?.position.description == "line 1, entry 1")
        let shuffled = try EntryFile.read([UInt8]([parts[2], parts[0], parts[1], parts[0]].joined(separator: "\n")))
        #expect(shuffled.remarks.isEmpty && shuffled.bodies.count == 35)
    }

    @Test(
        arguments: [
            ("", "The data is missing."),
            ("data=", "The otpauth-migration:// address is damaged: its data is not Base64."),
            ("data=!", "The otpauth-migration:// address is damaged: its data is not Base64."),
            ("data=%zz", "A percent escape in the address is broken."),
            ("data=CjE", "The otpauth-migration:// address is damaged: it breaks off."),
            ("data=CP___________w", "The otpauth-migration:// address is damaged: it breaks off."),
            (
                "data=CP%2F%2F%2F%2F%2F%2F%2F%2F%2F%2F%2F%2F8B",
                "The otpauth-migration:// address is damaged: a number is too long."
            ),
            ("data=GAA%3D", "The otpauth-migration:// address is damaged: it says that it is part 0 of 0."),
            ("data=GAEgAQ", "The otpauth-migration:// address is damaged: it says that it is part 1 of 1."),
            ("data=GICAgIAI", "The otpauth-migration:// address is damaged: it says that it is part 0 of 2147483648."),
            ("data=Cw", "The otpauth-migration:// address is damaged: a field has an unknown form."),
        ])
    func `a damaged address is refused with its reason`(query: String, reason: String) throws {
        let file = try EntryFile.read([UInt8]("otpauth-migration://offline?\(query)"))
        #expect(file.bodies.isEmpty && file.refusals == ["line 1: \(reason)"])
    }

    @Test(
        arguments: [
            ("CgsKBUhlbGxvIAQwAg", "algorithm"), ("CgsKBUhlbGxvKAMwAg", "digits"), ("CgkKBUhlbGxvMAM", "type"),
            ("CgsKBUhlbGxvEgL/+w", "account name"), ("CgISAA", "secret"),
        ])
    func `an entry of an address that cannot be used is refused alone`(data: String, name: String) throws {
        let file = try EntryFile.read([UInt8]("otpauth-migration://offline?data=\(data)"))
        #expect(file.entries.count == 1 && file.bodies.isEmpty)
        #expect(file.refusals.first?.contains(name) == true, "\(file.refusals)")
    }

    @Test func `parts of more than a hundred exports are refused`() throws {
        let one = [OTPBody](Entries.many(1))
        let lines = try (1...101).map { seed in
            String(
                decoding: try EntryFile.write(one, as: .google, random: SeededRandom(seed: seed).random), as: UTF8.self)
        }
        let file = try EntryFile.read([UInt8](lines.joined()))
        #expect(file.bodies.count == 100 && file.refusals.count == 1)
    }

    @Test(arguments: [(1000, 1000), (1001, 1)])
    func `an address has at most a thousand entries, so that a small file cannot need much memory`(
        count: Int, reported: Int
    ) throws {
        // Each entry is a field without content: a key byte and the length 0.
        let data = Base64.encode((0..<count).flatMap { _ in [0x0A, 0x00] as [UInt8] }).replacing("=", with: "%3D")
        let file = try EntryFile.read([UInt8]("otpauth-migration://offline?data=\(data)"))
        #expect(file.refusals.count == reported && file.bodies.isEmpty)
    }
}
