import Cryptography
import Support
import Testing

@Suite struct KeyFileTests {
    private let random = LoadedDice().random

    @Test func `keys of all three kinds go through PEM and back`() throws {
        for algorithm in SignatureAlgorithm.allCases {
            let key = try SigningKey.generate(algorithm, random: random)
            let back = try SigningKey(pem: key.pem)
            #expect(back.verifyingKey == key.verifyingKey)
            #expect(back.algorithm == algorithm)
            #expect(key.verifyingKey.isValid(back.sign([1]), of: [1]))
        }
    }

    @Test func `public keys go through PEM, DER and JWK and back`() throws {
        let p256 = P256.PrivateKey.generate(random)
        #expect(try P256.PublicKey(pem: p256.publicKey.pem) == p256.publicKey)
        #expect(try P256.PublicKey(der: p256.publicKey.der) == p256.publicKey)
        #expect(try P256.PrivateKey(der: p256.der).scalar == p256.scalar)
        let ed25519 = Ed25519.PrivateKey.generate(random)
        #expect(try Ed25519.PublicKey(pem: ed25519.publicKey.pem) == ed25519.publicKey)
        let rsa = try RSA.PrivateKey.generate(bits: 2048)
        #expect(try RSA.PublicKey(pem: rsa.publicKey.pem) == rsa.publicKey)
        for key in [VerifyingKey.p256(p256.publicKey), .ed25519(ed25519.publicKey), .rsa(rsa.publicKey)] {
            let jwk = Dictionary(uniqueKeysWithValues: key.jwk.map { ($0.name, $0.value) })
            #expect(VerifyingKey(jwk: { jwk[$0] }) == key)
            #expect(key.thumbprint.count == 43)
        }
    }

    @Test func `a key of another kind, half or with bytes behind it is refused`() throws {
        let p256 = P256.PrivateKey.generate(random)
        let ed25519 = Ed25519.PrivateKey.generate(random)
        #expect(throws: CryptoFault.self) { try P256.PrivateKey(pem: ed25519.pem) }
        #expect(throws: CryptoFault.self) { try Ed25519.PrivateKey(pem: p256.pem) }
        #expect(throws: CryptoFault.self) { try RSA.PrivateKey(pem: p256.pem) }
        #expect(throws: CryptoFault.self) { try P256.PrivateKey(pem: p256.publicKey.pem) }
        #expect(throws: CryptoFault.self) { try P256.PublicKey(pem: p256.pem) }
        #expect(throws: CryptoFault.self) { try P256.PublicKey(der: p256.publicKey.der + [0]) }
        #expect(throws: CryptoFault.self) { try P256.PrivateKey(der: p256.der + [0]) }
        #expect(throws: CryptoFault.self) { try P256.PrivateKey(pem: "") }
    }

    @Test func `a small-order Ed25519 key is refused in an envelope too`() throws {
        let prefix = hex("302a300506032b6570032100")
        let pem = { (bytes: [UInt8]) in
            "-----BEGIN PUBLIC KEY-----\n" + base64(prefix + bytes) + "\n-----END PUBLIC KEY-----\n"
        }
        let sound = Ed25519.PrivateKey.generate(random).publicKey
        #expect(try Ed25519.PublicKey(pem: pem(sound.bytes)) == sound)
        #expect(throws: CryptoFault.self) { try Ed25519.PublicKey(pem: pem([1] + [UInt8](repeating: 0, count: 31))) }
    }

    /// RFC 7638, section 3.1.
    @Test func `the thumbprint of RFC 7638 comes out`() throws {
        let jwk = [
            "kty": "RSA", "e": "AQAB",
            "n":
                "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCi"
                + "FV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9"
                + "c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1"
                + "jF44-csFCur-kEgU8awapJzKnqDKgw",
        ]
        let key = try #require(VerifyingKey(jwk: { jwk[$0] }))
        #expect(key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }

    @Test func `weak RSA keys are refused`() throws {
        let rsa = try RSA.PrivateKey.generate(bits: 2048).publicKey
        #expect(RSA.PublicKey(modulus: Array(rsa.modulus[..<128]), exponent: rsa.exponent) == nil)
        #expect(RSA.PublicKey(modulus: rsa.modulus, exponent: [1]) == nil)
        #expect(RSA.PublicKey(modulus: rsa.modulus, exponent: [4]) == nil)
        #expect(RSA.PublicKey(modulus: rsa.modulus, exponent: []) == nil)
        #expect(throws: CryptoFault.self) { try RSA.PrivateKey.generate(bits: 1024) }
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let number = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0..<4 { text.append(place <= part.count ? alphabet[number >> (18 - 6 * place) & 63] : "=") }
        }
        return text
    }
}
