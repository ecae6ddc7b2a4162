import Primitives

/// Known-answer tests that run when a service starts: a service that cannot reproduce published vectors must not serve.
public enum SelfTest {
    /// Runs each test once, in less than 5 ms.
    ///
    /// - Throws: `selfTestFailed` with the name of the first algorithm that fails.
    public static func run() throws(CryptoFault) {
        for (name, passes) in checks {
            guard passes() else { throw .selfTestFailed(name) }
        }
    }

    private static let checks: [(String, @Sendable () -> Bool)] = [
        (
            "SHA-256",
            { SHA256.hash(text("abc")) == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad") }
        ),
        ("HMAC-SHA-256", hmac), ("AES-256-GCM", gcm), ("HKDF", hkdf), ("scrypt", scrypt),
        ("Ed25519", ed25519), ("P-256", p256),
    ]

    /// RFC 4231, test case 2.
    private static func hmac() -> Bool {
        HMACSHA256.tag(key: text("Jefe"), text("what do ya want for nothing?"))
            == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    /// Test case 16 of the GCM specification, and an altered ciphertext.
    private static func gcm() -> Bool {
        guard let key = Key256(hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")) else {
            return false
        }
        let nonce = hex("cafebabefacedbaddecaf888")
        let aad = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let plain = hex(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
        )
        var (sealed, tag) = AESGCM.sealParts(plain, nonce: nonce, key: key, aad: aad)
        let known =
            sealed
            == hex(
                "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
            )
            && tag == hex("76fc6ece0f4e1768cddf8853bb2d551b")
        let opened = try? AESGCM.open(sealed, nonce: nonce, tag: tag, key: key, aad: aad)
        sealed[7] ^= 1
        let altered = try? AESGCM.open(sealed, nonce: nonce, tag: tag, key: key, aad: aad)
        return known && opened == plain && altered == nil
    }

    /// RFC 5869, test case 1.
    private static func hkdf() -> Bool {
        HKDF.derive(
            [UInt8](repeating: 0x0b, count: 22), salt: hex("000102030405060708090a0b0c"),
            info: hex("f0f1f2f3f4f5f6f7f8f9"),
            count: 42)
            == hex("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    }

    /// RFC 7914, first vector.
    private static func scrypt() -> Bool {
        (try? Scrypt.derive([], salt: [], n: 16, r: 1, p: 1, count: 64))
            == hex(
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            )
    }

    /// RFC 8032, test 2.
    private static func ed25519() -> Bool {
        let signature = hex(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        )
        let key = Ed25519.PrivateKey(seed: hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
        guard let key, let peer = Ed25519.PublicKey(key.publicKey.bytes) else { return false }
        return key.publicKey.bytes == hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
            && key.sign([0x72]) == signature && peer.isValid(signature, of: [0x72])
            && !peer.isValid(signature, of: [0x73])
    }

    /// RFC 6979, A.2.5 with "sample" and SHA-256: the published signature verifies, and so does a new one.
    private static func p256() -> Bool {
        let signature = hex(
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
        )
        let key = P256.PrivateKey(scalar: hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"))
        guard let key, let peer = P256.PublicKey(x963: key.publicKey.x963) else { return false }
        return peer.isValid(signature, of: text("sample")) && !peer.isValid(signature, of: text("simple"))
            && peer.isValid(key.sign(text("test")), of: text("test"))
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    private static func hex(_ text: String) -> [UInt8] { Hex.decode(text) ?? [] }
}
