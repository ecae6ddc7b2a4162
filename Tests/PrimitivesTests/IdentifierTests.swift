import Foundation
import Primitives
import Testing

@Suite struct IdentifierTests {
    private let text = "00112233-4455-6677-8899-aabbccddeeff"
    private let bytes = [UInt8]((0..<16).map { $0 * 17 })

    @Test func `an identifier is a UUID in text and sixteen bytes in the database`() {
        #expect(AccountID(text)?.bytes == bytes)
        #expect(AccountID(bytes: bytes)?.description == text)
        #expect(AccountID(bits: 0).description == "00000000-0000-0000-0000-000000000000")
        #expect(AccountID(bits: .max).description == "ffffffff-ffff-ffff-ffff-ffffffffffff")
    }

    @Test func `upper case is accepted, and lower case is written`() {
        #expect(DeviceID(text.uppercased())?.description == text)
    }

    @Test(arguments: [
        "", "00112233445566778899aabbccddeeff", "{00112233-4455-6677-8899-aabbccddeeff}",
        "00112233-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeeff0",
        "0011223-34455-6677-8899-aabbccddeeff", "00112233-4455-6677-8899-aabbccddeefg",
        "00112233-4455-6677-8899-aabbccddee\u{301}", "+0112233-4455-6677-8899-aabbccddeeff",
        "00112233-4455-6677-8899-aabbccddeef\u{0}",
    ])
    func `a text of another form is refused`(text: String) {
        #expect(SessionID(text) == nil)
    }

    @Test(arguments: [0, 15, 17]) func `another number of bytes is refused`(count: Int) {
        #expect(SecretID(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }

    @Test func `identifiers are ordered by their bytes`() {
        #expect(OutboxEntryID(bits: 1) < OutboxEntryID(bits: 1 << 64))
        #expect([OutboxEntryID(bits: 9), OutboxEntryID(bits: 3)].sorted().map(\.bits) == [3, 9])
    }

    @Test func `in JSON an identifier is its text`() throws {
        let id = try #require(OutboxEntryID(text))
        #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == "[\"\(text)\"]")
        #expect(try JSONDecoder().decode([OutboxEntryID].self, from: Data("[\"\(text)\"]".utf8)) == [id])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([OutboxEntryID].self, from: Data("[\"x\"]".utf8))
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([OutboxEntryID].self, from: Data("[7]".utf8)) }
    }

    @Test(arguments: [
        ("home", true), ("a", true), ("field-work-2", true), ("abcdefghijklmnopqrstuvwxyz012345", true), ("", false),
        ("Home", false), ("2nd", false), ("-a", false), ("a_b", false), ("a b", false), ("é", false),
        ("abcdefghijklmnopqrstuvwxyz0123456", false),
    ])
    func `a group's name is a slug`(slug: String, isSlug: Bool) {
        #expect((GroupID(rawValue: slug) != nil) == isSlug)
    }
}
