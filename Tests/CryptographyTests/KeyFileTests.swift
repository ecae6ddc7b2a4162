import Cryptography
import Support
import Testing

@Suite struct KeyFileTests {
    private let random = SeededRandom().random

    @Test func `private keys of both kinds are the same after PEM encoding and decoding`() throws {
        for algorithm in SignatureAlgorithm.allCases {
            let key = SigningKey.generate(algorithm, random: random)
            let back = try SigningKey(pem: key.pem)
            #expect(back.verifyingKey == key.verifyingKey)
            #expect(back.algorithm == algorithm)
            #expect(key.verifyingKey.isValid(back.sign([1]), of: [1]))
        }
    }

    @Test func `public keys are the same after encoding and decoding as PEM, DER or JWK`() throws {
        let p256 = P256.PrivateKey.generate(random)
        #expect(try P256.PublicKey(pem: p256.publicKey.pem) == p256.publicKey)
        #expect(try P256.PublicKey(der: p256.publicKey.der) == p256.publicKey)
        #expect(try P256.PrivateKey(der: p256.der).scalar == p256.scalar)
        let ed25519 = Ed25519.PrivateKey.generate(random)
        #expect(try Ed25519.PublicKey(pem: ed25519.publicKey.pem) == ed25519.publicKey)
        for key in [VerifyingKey.p256(p256.publicKey), .ed25519(ed25519.publicKey)] {
            let jwk = Dictionary(uniqueKeysWithValues: key.jwk.map { ($0.name, $0.value) })
            #expect(VerifyingKey(jwk: { jwk[$0] }) == key)
            #expect(key.thumbprint.count == 43)
        }
    }

    @Test func `a key of another kind, a public one in place of a private one, and trailing bytes are refused`() throws
    {
        let p256 = P256.PrivateKey.generate(random)
        let ed25519 = Ed25519.PrivateKey.generate(random)
        #expect(throws: CryptoFault.self) { try P256.PrivateKey(pem: ed25519.pem) }
        #expect(throws: CryptoFault.self) { try Ed25519.PrivateKey(pem: p256.pem) }
        #expect(throws: CryptoFault.self) { try P256.PrivateKey(pem: p256.publicKey.pem) }
        #expect(throws: CryptoFault.self) { try P256.PublicKey(pem: p256.pem) }
        #expect(throws: CryptoFault.self) { try P256.PublicKey(der: p256.publicKey.der + [0]) }
        #expect(throws: CryptoFault.self) { try P256.PrivateKey(der: p256.der + [0]) }
        #expect(throws: CryptoFault.self) { try P256.PrivateKey(pem: "") }
    }

    @Test func `a small-order Ed25519 key is refused in PEM, too`() throws {
        let prefix = hex("302a300506032b6570032100")
        let pem = { (bytes: [UInt8]) in
            "-----BEGIN PUBLIC KEY-----\n" + base64(prefix + bytes) + "\n-----END PUBLIC KEY-----\n"
        }
        let sound = Ed25519.PrivateKey.generate(random).publicKey
        #expect(try Ed25519.PublicKey(pem: pem(sound.bytes)) == sound)
        #expect(throws: CryptoFault.self) { try Ed25519.PublicKey(pem: pem([1] + [UInt8](repeating: 0, count: 31))) }
    }

    /// The key of RFC 8037, appendix A.3, and the RSA key of RFC 7638, section 3.1.
    @Test func `the published Ed25519 thumbprint is reproduced, and RSA keys are not supported`() throws {
        let jwk = ["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"]
        let key = try #require(VerifyingKey(jwk: { jwk[$0] }))
        #expect(key.thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        let rsa = ["kty": "RSA", "e": "AQAB", "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86z"]
        #expect(VerifyingKey(jwk: { rsa[$0] }) == nil)
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let number = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for index in 0..<4 { text.append(index <= part.count ? alphabet[number >> (18 - 6 * index) & 63] : "=") }
        }
        return text
    }
}
