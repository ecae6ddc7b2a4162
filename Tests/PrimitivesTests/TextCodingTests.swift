import Primitives
import Testing

@Suite struct TextCodingTests {
    @Test(arguments: [
        ("", "", ""), ("f", "Zg", "MY"), ("fo", "Zm8", "MZXQ"), ("foo", "Zm9v", "MZXW6"), ("foob", "Zm9vYg", "MZXW6YQ"),
        ("fooba", "Zm9vYmE", "MZXW6YTB"), ("foobar", "Zm9vYmFy", "MZXW6YTBOI"),
    ])
    func `the vectors of RFC 4648 are reproduced`(plain: String, base64URL: String, base32: String) {
        let bytes = Array(plain.utf8)
        #expect(Base64URL.encode(bytes) == base64URL)
        #expect(Base64URL.decode(base64URL) == bytes)
        #expect(Base32.encode(bytes) == base32)
        #expect(Base32.decode(base32) == bytes)
    }

    @Test(arguments: ["A", "Zg==", "Zh", "Zm9", "Zm9v\n", "Zm+v", "Zm/v", "Zm 9v", "Zém9", "AAAAA"])
    func `base64url text that is not canonical or has other characters is refused`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(arguments: ["mzxw6ytb", "MZXW 6YTB", "mzxw-6ytb", "MZXW6YTB"])
    func `base32 is accepted in either case, with spaces or hyphens`(text: String) {
        #expect(Base32.decode(text) == Array("fooba".utf8))
    }

    @Test(arguments: ["MZXW6===", "MZXW6"]) func `base32 padding is optional`(text: String) {
        #expect(Base32.decode(text) == Array("foo".utf8))
    }

    @Test(arguments: ["MZXW1", "MZXW0", "MZXW8", "MZ=XW", "MZXWé", "M\u{0}"])
    func `base32 with characters outside its alphabet is refused`(
        text: String
    ) {
        #expect(Base32.decode(text) == nil)
    }

    @Test func `hexadecimal is written in lower case and accepted in either`() {
        #expect(Hex.encode([0, 15, 171, 255]) == "000fabff")
        #expect(Hex.decode("000FabFF") == [0, 15, 171, 255])
        #expect(Hex.decode("0") == nil)
        #expect(Hex.decode("0g") == nil)
        #expect(Hex.decode("") == [])
    }

    @Test func `every byte value is the same after encoding and decoding`() {
        let bytes = [UInt8](0...255)
        #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        #expect(Base32.decode(Base32.encode(bytes)) == bytes)
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    }
}
