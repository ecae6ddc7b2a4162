import Primitives
import Support
import Testing

@Suite struct Base64Tests {
    // RFC 4648, section 10, and the two characters in which base64url differs.
    private static let vectors: [(text: String, bytes: [UInt8])] = [
        ("", []), ("Zg==", Array("f".utf8)), ("Zm8=", Array("fo".utf8)), ("Zm9v", Array("foo".utf8)),
        ("Zm9vYg==", Array("foob".utf8)), ("Zm9vYmE=", Array("fooba".utf8)), ("Zm9vYmFy", Array("foobar".utf8)),
        ("+/+/", [0xFB, 0xFF, 0xBF]),
    ]

    @Test func `the published examples are encoded and decoded`() {
        for (text, bytes) in Self.vectors {
            #expect(Base64.encode(bytes) == text)
            #expect(Base64.decode(text) == bytes)
        }
    }

    @Test(arguments: ["Zg", "Zg=", "Z===", "====", "-_-_", "Zh==", "Zg==Zg==", "Zm9v\n"])
    func `a text in another form is refused`(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
