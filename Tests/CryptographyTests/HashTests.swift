import Cryptography
import Testing

@Suite struct HashTests {
    @Test(
        arguments: [
            (HashFunction.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (
                .sha256, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                .sha512, "abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
                    + "454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ])
    func `the examples of FIPS 180 are reproduced`(function: HashFunction, text: String, digest: String) {
        #expect(function.hash(utf8(text)) == hex(digest))
    }

    @Test func `the FIPS 180 example of a million letters is reproduced`() {
        #expect(
            SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
                == hex("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"))
    }

    @Test(
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), utf8("Hi There"),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
                "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4"
                    + "be9d914eeb61f1702e696c203a126854"
            ),
            (
                utf8("Jefe"), utf8("what do ya want for nothing?"),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fd"
                    + "caeab1a34d4a6b4b636e070a38bce737"
            ),
            (
                [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
                "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807"
                    + "b946a337bee8942674278859e13292fb"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131), utf8("Test Using Larger Than Block-Size Key - Hash Key First"),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
                "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e52"
                    + "95e64f73f63f0aec8b915a985d786598"
            ),
        ])
    func `cases 1, 2, 3 and 6 of RFC 4231 are reproduced`(key: [UInt8], text: [UInt8], sha256: String, sha512: String) {
        #expect(HMACSHA256.tag(key: key, text) == hex(sha256))
        #expect(HMAC.tag(.sha512, key: key, text) == hex(sha512))
    }

    @Test func `a tag is valid for its own key and text only`() throws {
        let key = try #require(Key256([UInt8](repeating: 7, count: 32)))
        let other = try #require(Key256([UInt8](repeating: 8, count: 32)))
        let tag = HMACSHA256.tag(key: key, utf8("text"))
        #expect(tag == HMACSHA256.tag(key: key.reveal, utf8("text")))
        #expect(HMACSHA256.isValid(tag, key: key, utf8("text")))
        #expect(!HMACSHA256.isValid(tag, key: other, utf8("text")))
        #expect(!HMACSHA256.isValid(tag, key: key, utf8("Text")))
        #expect(!HMACSHA256.isValid(Array(tag.dropLast()), key: key, utf8("text")))
    }

    @Test(
        arguments: [
            ([UInt8](), [UInt8](), true), ([1], [1], true), ([1], [2], false), ([1], [1, 2], false),
            ([1, 2, 3], [1, 2, 4], false),
        ])
    func `the comparison in constant time is true for equal bytes only`(a: [UInt8], b: [UInt8], same: Bool) {
        #expect(ConstantTime.equal(a, b) == same)
    }

    @Test func `length prefixes keep different lists of parts apart`() {
        #expect(LengthPrefixed.encode([utf8("ab"), utf8("c")]) == hex("00000002 6162 00000001 63"))
        #expect(LengthPrefixed.encode([utf8("ab"), utf8("c")]) != LengthPrefixed.encode([utf8("a"), utf8("bc")]))
        #expect(LengthPrefixed.encode([utf8("abc")]) != LengthPrefixed.encode([utf8("abc"), []]))
        #expect(LengthPrefixed.encode("label", [1]) == LengthPrefixed.encode([utf8("label"), [1]]))
        var list = LengthPrefixed.encode([utf8("ab")])
        for part in [[], utf8("c")] { part.withUnsafeBytes { LengthPrefixed.append($0, to: &list) } }
        #expect(list == LengthPrefixed.encode([utf8("ab"), [], utf8("c")]))
    }
}
