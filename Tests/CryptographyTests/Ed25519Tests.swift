import Cryptography
import Primitives
import Support
import Testing

@Suite struct Ed25519Tests {
    private let random = SeededRandom().random

    @Test(
        arguments: [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                    + "d25bf5f0595bbe24655141438e7a100b"
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                    + "387b2eaeb4302aeeb00d291612bb0c00"
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                    + "4a7c15e9716ed28dc027beceea1ec40a"
            ),
        ])
    func `the first three tests of RFC 8032 are reproduced`(
        seed: String, point: String, text: String, signature: String
    ) throws {
        let key = try #require(Ed25519.PrivateKey(seed: hex(seed)))
        #expect(key.publicKey.bytes == hex(point))
        #expect(key.seed == hex(seed))
        #expect(key.sign(hex(text)) == hex(signature))
        #expect(try #require(Ed25519.PublicKey(hex(point))).isValid(hex(signature), of: hex(text)))
    }

    @Test func `a signature with an altered bit, of another length or of another text is refused`() {
        let key = Ed25519.PrivateKey.generate(random)
        let signature = key.sign([1, 2, 3])
        for index in 0..<64 {
            var altered = signature
            altered[index] ^= 1 << UInt8(index % 8)
            #expect(!key.publicKey.isValid(altered, of: [1, 2, 3]))
        }
        #expect(!key.publicKey.isValid(signature, of: [1, 2]))
        #expect(!key.publicKey.isValid(Array(signature.dropLast()), of: [1, 2, 3]))
    }

    @Test func `a signature whose S was raised by the group order is refused`() {
        let order = hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        let key = Ed25519.PrivateKey.generate(random)
        var signature = key.sign([1])
        var carry = 0
        for index in 0..<32 {
            let sum = Int(signature[32 + index]) + Int(order[index]) + carry
            signature[32 + index] = UInt8(sum & 255)
            carry = sum >> 8
        }
        #expect(!key.publicKey.isValid(signature, of: [1]))
    }

    @Test(
        arguments: [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        ])
    func `keys of small order are refused, whichever sign bit they carry`(text: String) {
        var point = hex(text)
        #expect(Ed25519.PublicKey(point) == nil)
        point[31] |= 0x80
        #expect(Ed25519.PublicKey(point) == nil)
    }

    @Test(
        arguments: ["ed", "ee", "ef", "f0", "f5", "ff"], ["7f", "ff"])
    func `encodings that are not canonical are refused`(first: String, last: String) {
        #expect(Ed25519.PublicKey(hex(first + String(repeating: "ff", count: 30) + last)) == nil)
    }

    @Test func `about half of all 32-byte strings are no point of the curve and are refused`() {
        let accepted = (0..<400).count { _ in Ed25519.PublicKey(random.bytes(32)) != nil }
        #expect((140...260).contains(accepted))
        #expect(Ed25519.PublicKey([1]) == nil)
        for _ in 0..<50 {
            let key = Ed25519.PrivateKey.generate(random).publicKey
            #expect(Ed25519.PublicKey(key.bytes) == key)
        }
    }
}
