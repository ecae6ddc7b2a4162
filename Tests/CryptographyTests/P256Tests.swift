import Cryptography
import Support
import Testing

@Suite struct P256Tests {
    /// The order n of the group; the valid values of r, s and a private scalar are 1 … n-1.
    private static let n = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    private static let one = [UInt8](repeating: 0, count: 31) + [1]
    private static let zero = [UInt8](repeating: 0, count: 32)
    private static let allOnes = [UInt8](repeating: 0xff, count: 32)
    private static let nMinusOne = Array(n[..<31]) + [0x50]
    private let random = SeededRandom().random

    /// The example of RFC 6979, A.2.5.
    @Test func `the key and signatures of RFC 6979 are valid`() throws {
        let key = try #require(
            P256.PrivateKey(scalar: hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")))
        #expect(key.publicKey.x == hex("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"))
        #expect(key.publicKey.y == hex("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"))
        let signature = hex(
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8")
        #expect(key.publicKey.isValid(signature, of: utf8("sample")))
        #expect(!key.publicKey.isValid(signature, of: utf8("test")))
    }

    @Test func `a signature with an altered bit, of another length or of another key is refused`() throws {
        let key = P256.PrivateKey.generate(random)
        let text = utf8("text")
        let signature = key.sign(text)
        #expect(key.publicKey.isValid(signature, of: text))
        for index in 0..<64 {
            var altered = signature
            altered[index] ^= 1 << UInt8(index % 8)
            #expect(!key.publicKey.isValid(altered, of: text))
        }
        #expect(!key.publicKey.isValid(Array(signature.dropLast()), of: text))
        #expect(!key.publicKey.isValid(signature + [0], of: text))
        #expect(!P256.PrivateKey.generate(random).publicKey.isValid(signature, of: text))
    }

    @Test(
        arguments: [(zero, one), (one, zero), (zero, zero), (n, one), (one, n), (n, n), (allOnes, one), (one, allOnes)])
    func `r or s outside 1 … n-1 is refused, and is not converted to DER`(r: [UInt8], s: [UInt8]) throws {
        #expect(ECDSASignature.der(raw: r + s) == nil)
        #expect(!P256.PrivateKey.generate(random).publicKey.isValid(r + s, of: utf8("text")))
    }

    @Test(
        arguments: [(one, one, 8), (nMinusOne, one, 40), (one, nMinusOne, 40), (nMinusOne, nMinusOne, 72)])
    func `the ends of the range convert to DER and back`(r: [UInt8], s: [UInt8], count: Int) throws {
        let der = try #require(ECDSASignature.der(raw: r + s))
        #expect(der.count == count)
        #expect(ECDSASignature.raw(der: der) == r + s)
    }

    @Test(
        arguments: [
            "", "30", "3000", "30060201000201ff", "3006020100020101", "3006020101020100", "30070201010202000100",
            "300602010102010100", "3007020101020101", "300702020001020101", "3006028101020101", "308106020101020101",
            "3080020101020101 0000", "3006 020181 020101", "3006 030101 020101", "3106020101020101",
            "3027 022201ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc6325 5151 020101",
            "3026 022100ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551 020101",
        ])
    func `DER that is not strict is refused`(text: String) {
        #expect(ECDSASignature.raw(der: hex(text)) == nil)
    }

    @Test func `a thousand signatures go through DER and back`() throws {
        let key = P256.PrivateKey.generate(random)
        for round in 0..<1000 {
            let raw = key.sign([UInt8(round & 255)])
            let der = try #require(ECDSASignature.der(raw: raw))
            #expect(ECDSASignature.raw(der: der) == raw)
        }
    }

    @Test func `scalars out of range and points off the curve are refused`() {
        #expect(P256.PrivateKey(scalar: Self.zero) == nil)
        #expect(P256.PrivateKey(scalar: Self.n) == nil)
        #expect(P256.PrivateKey(scalar: Self.allOnes) == nil)
        #expect(P256.PrivateKey(scalar: Self.nMinusOne) != nil)
        #expect(P256.PrivateKey(scalar: [1]) == nil)
        let point = P256.PrivateKey.generate(random).publicKey.x963
        #expect(P256.PublicKey(x963: point) != nil)
        #expect(P256.PublicKey(x963: Array(point.dropLast())) == nil)
        #expect(P256.PublicKey(x963: Array(point[..<64]) + [point[64] ^ 1]) == nil)
        #expect(P256.PublicKey(x963: [0x02 + point[64] & 1] + point[1..<33]) == nil)
        #expect(P256.PublicKey(x963: [0x06] + point[1...]) == nil)
        #expect(P256.PublicKey(x963: [0x04] + Self.zero + Self.zero) == nil)
        #expect(P256.PublicKey(x963: [0]) == nil)
        #expect(P256.PublicKey(x: Self.allOnes, y: Self.allOnes) == nil)
    }

    @Test func `both sides compute the same shared secret`() {
        let (a, b) = (P256.PrivateKey.generate(random), P256.PrivateKey.generate(random))
        #expect(a.sharedSecret(with: b.publicKey) == b.sharedSecret(with: a.publicKey))
        #expect(a.sharedSecret(with: b.publicKey) != a.sharedSecret(with: a.publicKey))
    }

    /// The example of RFC 5903, section 8.1.
    @Test func `the shared secret of RFC 5903 is reproduced`() throws {
        let key = try #require(
            P256.PrivateKey(scalar: hex("c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433")))
        let peer = try #require(
            P256.PublicKey(
                x: hex("d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63"),
                y: hex("56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab")))
        #expect(
            key.sharedSecret(with: peer).reveal
                == hex("d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de"))
    }

    @Test func `the same key signs from many threads at once`() async {
        let key = P256.PrivateKey.generate(random)
        let wrong = await withTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask { @Sendable in
                    (0..<50).count {
                        !key.publicKey.isValid(key.sign([UInt8(task), UInt8($0)]), of: [UInt8(task), UInt8($0)])
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
