import Cryptography
import Testing

@Suite struct KDFTests {
    @Test(
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 22), hex("000102030405060708090a0b0c"), hex("f0f1f2f3f4f5f6f7f8f9"),
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
            ),
            (
                Array(0x00...0x4f), Array(0x60...0xaf), Array(0xb0...0xff),
                "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
                    + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
            ),
            (
                [UInt8](repeating: 0x0b, count: 22), [], [],
                "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
            ),
        ])
    func `the SHA-256 cases of RFC 5869 are reproduced`(secret: [UInt8], salt: [UInt8], info: [UInt8], known: String) {
        #expect(HKDF.derive(secret, salt: salt, info: info, count: hex(known).count) == hex(known))
    }

    @Test func `keys derived for two purposes differ`() throws {
        let master = try #require(Key256([UInt8](repeating: 1, count: 32)))
        #expect(HKDF.key(master, info: "a") == HKDF.key(master, info: "a"))
        #expect(HKDF.key(master, info: "a") != HKDF.key(master, info: "b"))
        #expect(HKDF.key(master, info: "a").reveal == HKDF.derive(master.reveal, salt: [], info: utf8("a"), count: 32))
    }

    @Test(
        arguments: [
            (
                "", "", 16, 1, 1,
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17"
                    + "e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", 1024, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830da"
                    + "c727afb94a83ee6d8360cbdfa2cc0640"
            ),
            (
                "pleaseletmein", "SodiumChloride", 16384, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9"
                    + "e61e85dc0d651e40dfcf017b45575887"
            ),
        ])
    func `the first three vectors of RFC 7914 are reproduced`(
        secret: String, salt: String, n: Int, r: Int, p: Int, known: String
    )
        throws
    {
        #expect(try Scrypt.derive(utf8(secret), salt: utf8(salt), n: n, r: r, p: p, count: 64) == hex(known))
    }

    @Test(
        arguments: [
            (0, 8, 1), (1, 8, 1), (3, 8, 1), (1 << 20, 8, 1), (1 << 24, 1, 1), (16, 0, 1), (16, 8, 17), (-16, 8, 1),
            (1 << 16, 1, 1), (1 << 21, 1, 2), (16, 257, 1), (1 << 19, 8, 1), (1 << 18, 9, 1),
        ])
    func `scrypt refuses parameters that are invalid or would take too much time or memory`(n: Int, r: Int, p: Int) {
        #expect(throws: CryptoFault.self) { try Scrypt.derive([1], salt: [2], n: n, r: r, p: p, count: 32) }
    }

    @Test(arguments: [(1 << 15, 1, 1), (1 << 17, 2, 1), (16, 256, 1), (16, 8, 16), (1 << 18, 8, 1)])
    func `scrypt derives with the largest parameters, where n is below 2^(16·r) as RFC 7914 demands`(
        n: Int, r: Int, p: Int
    ) throws {
        #expect(try Scrypt.derive([1], salt: [2], n: n, r: r, p: p, count: 32).count == 32)
    }

    @Test(
        arguments: [
            ("password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
            ("password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
            ("password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
            (
                "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
                "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
            ),
            ("pass\0word", "sa\0lt", 4096, "56fa6aa75548099dcc37d7f03425e0c3"),
        ])
    func `the vectors of RFC 6070 are reproduced`(secret: String, salt: String, rounds: Int, known: String) throws {
        let derived = try PBKDF2.derive(
            .sha1, utf8(secret), salt: utf8(salt), rounds: rounds, count: hex(known).count)
        #expect(derived == hex(known))
    }

    @Test(
        arguments: [
            (
                "passwd", "salt", 1,
                "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef31"
                    + "7c71b845b1e30bd509112041d3a19783"
            ),
            (
                "Password", "NaCl", 80_000,
                "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b317"
                    + "6a272bdebba1d078478f62b397f33c8d"
            ),
        ])
    func `the PBKDF2 vectors of RFC 7914 are reproduced`(secret: String, salt: String, rounds: Int, known: String)
        throws
    {
        #expect(
            try PBKDF2.derive(.sha256, utf8(secret), salt: utf8(salt), rounds: rounds, count: 64) == hex(known))
    }

    @Test(arguments: [(0, 32), (-1, 32), (PBKDF2.mostRounds + 1, 32), (1, 0), (1, 1_025)])
    func `PBKDF2 refuses a number of rounds or bytes out of bounds`(rounds: Int, count: Int) throws {
        #expect(throws: CryptoFault.self) {
            try PBKDF2.derive(.sha256, [1], salt: [2], rounds: rounds, count: count)
        }
        #expect(try PBKDF2.derive(.sha256, [], salt: [], rounds: 1, count: 1_024).count == 1_024)
    }
}
