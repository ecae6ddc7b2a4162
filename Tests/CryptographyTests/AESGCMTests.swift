import Cryptography
import Support
import Testing

@Suite struct AESGCMTests {
    private static let plain = hex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657"
            + "ba637b391aafd255")
    private let random = SeededRandom().random

    @Test(
        arguments: [
            (hex("00"), hex("00"), [UInt8](), [UInt8](), "", "530f8afbc74536b9a963b4f1c4cb738b"),
            (
                hex("00"), hex("00"), [UInt8](repeating: 0, count: 16), [], "cea7403d4d606b6e074ec5d3baf39d18",
                "d0d1c8a799996bf0265b98b5d48ab919"
            ),
            (
                hex("feffe9928665731c6d6a8f9467308308"), hex("cafebabefacedbaddecaf888"), plain, [],
                "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e63"
                    + "93ba7a0abcc9f662898015ad",
                "b094dac5d93471bdec1a502270e3cc6c"
            ),
            (
                hex("feffe9928665731c6d6a8f9467308308"), hex("cafebabefacedbaddecaf888"), Array(plain[..<60]),
                hex("feedfacedeadbeeffeedfacedeadbeefabaddad2"),
                "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e63"
                    + "93ba7a0abcc9f662",
                "76fc6ece0f4e1768cddf8853bb2d551b"
            ),
        ])
    func `the cases of the GCM specification with 256-bit keys and 96-bit nonces are reproduced`(
        halfKey: [UInt8], nonce: [UInt8], plain: [UInt8], aad: [UInt8], ciphertext: String, tag: String
    ) throws {
        // Both halves of each key are equal. A single byte stands for a key or a nonce of zeros.
        let key = try #require(Key256(halfKey.count == 1 ? [UInt8](repeating: 0, count: 32) : halfKey + halfKey))
        let iv = nonce.count == 1 ? [UInt8](repeating: 0, count: 12) : nonce
        let sealed = AESGCM.sealParts(plain, nonce: iv, key: key, aad: aad)
        #expect(sealed.ciphertext == hex(ciphertext))
        #expect(sealed.tag == hex(tag))
        #expect(try AESGCM.open(sealed.ciphertext, nonce: iv, tag: sealed.tag, key: key, aad: aad) == plain)
    }

    @Test(.requirement("K1"))
    func `an altered bit, another key, other associated data and a missing end are refused with one error`()
        throws
    {
        let key = Key256.generate(random)
        let sealed = AESGCM.seal(utf8("secret"), key: key, aad: utf8("place"), random: random)
        #expect(sealed.count == 6 + AESGCM.overhead)
        #expect(try AESGCM.open(sealed, key: key, aad: utf8("place")) == utf8("secret"))
        for index in sealed.indices {
            for bit in 0..<8 {
                var altered = sealed
                altered[index] ^= 1 << UInt8(bit)
                #expect(throws: CryptoFault.notAuthentic) { try AESGCM.open(altered, key: key, aad: utf8("place")) }
            }
        }
        #expect(throws: CryptoFault.notAuthentic) { try AESGCM.open(sealed, key: key, aad: utf8("places")) }
        let other = Key256.generate(random)
        #expect(throws: CryptoFault.notAuthentic) { try AESGCM.open(sealed, key: other, aad: utf8("place")) }
        for count in 0..<sealed.count {
            #expect(throws: CryptoFault.notAuthentic) {
                try AESGCM.open(Array(sealed[..<count]), key: key, aad: utf8("place"))
            }
        }
    }

    @Test func `the same text is sealed differently each time`() {
        let key = Key256.generate(random)
        let all = Set((0..<100).map { _ in AESGCM.seal([1, 2, 3], key: key, aad: [], random: random) })
        #expect(all.count == 100)
    }

    @Test func `an empty text can be sealed`() throws {
        let key = Key256.generate(random)
        let sealed = AESGCM.seal([], key: key, aad: [], random: random)
        #expect(try AESGCM.open(sealed, key: key, aad: []) == [])
    }

    @Test func `a key does not print its bytes, has 32 of them and equals only the same key`() throws {
        let key = try #require(Key256([UInt8](repeating: 0x41, count: 32)))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains("••••"))
            #expect(!text.contains("65"))
            #expect(!text.contains("AAAA"))
        }
        #expect(Key256([1]) == nil)
        #expect(key == Key256(key.reveal))
        #expect(key != Key256.generate(random))
    }
}
