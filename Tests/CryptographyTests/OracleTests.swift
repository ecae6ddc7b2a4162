import Cryptography
import Primitives
import StrictJSON
import Support
import Testing

/// Compares this module with the Python package `cryptography`, in both directions, on random inputs.
@Suite struct OracleTests {
    private static let script = """
        import json, sys
        from cryptography.hazmat.primitives import hashes, hmac, serialization
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
        h = bytes.fromhex
        answers = []
        for c in json.load(sys.stdin):
            data, key = h(c["data"]), h(c["key"])
            m = hmac.HMAC(key, hashes.SHA256()); m.update(data); assert m.finalize() == h(c["hmac"]), "hmac"
            sealed = h(c["sealed"])
            assert AESGCM(key).decrypt(sealed[:12], sealed[12:], h(c["aad"])) == data, "gcm"
            assert HKDF(hashes.SHA256(), 40, h(c["aad"]), data).derive(key) == h(c["hkdf"]), "hkdf"
            assert Scrypt(h(c["aad"]), 32, 1024, 8, 1).derive(data) == h(c["scrypt"]), "scrypt"
            private = serialization.load_pem_private_key(c["p256"].encode(), None)
            sig = h(c["es256"])
            der = encode_dss_signature(int.from_bytes(sig[:32], "big"), int.from_bytes(sig[32:], "big"))
            private.public_key().verify(der, data, ec.ECDSA(hashes.SHA256()))
            assert der == h(c["der"]), "der"
            edwards = serialization.load_pem_private_key(c["ed25519"].encode(), None)
            assert edwards.sign(data) == h(c["eddsa"]), "ed25519"
            mine = ec.generate_private_key(ec.SECP256R1())
            pub = mine.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
            other = ed25519.Ed25519PrivateKey.generate()
            fmt = (serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
            answers.append({
                "point": pub.hex(), "der": mine.sign(data, ec.ECDSA(hashes.SHA256())).hex(),
                "secret": mine.exchange(ec.ECDH(), private.public_key()).hex(),
                "pem": other.public_key().public_bytes(*fmt).decode(), "eddsa": other.sign(data).hex(),
                "sealed": (bytes(12) + AESGCM(key).encrypt(bytes(12), data, h(c["aad"]))).hex()})
        json.dump(answers, sys.stdout)
        """

    @Test func `the Python package cryptography accepts what this module makes, and the reverse`() throws {
        var walk = RandomWalk()
        let note = Comment(rawValue: walk.note)
        let random = SeededRandom(seed: walk.next()).random
        let cases = try (0..<40).map { round in try Case(size: round * 7, random: random) }
        let input = JSON.array(cases.map { $0.json }).text
        let output = try PythonOracle.run(Self.script, packages: ["cryptography"], input: input)
        let answers = try #require(try JSON(parsing: output).array, note)
        #expect(answers.count == cases.count, note)
        for (one, answer) in zip(cases, answers) {
            func bytes(_ name: String) -> [UInt8] { hex(answer[name]?.string ?? "") }
            let peer = try #require(P256.PublicKey(x963: bytes("point")), note)
            let raw = try #require(ECDSASignature.raw(der: bytes("der")), note)
            #expect(peer.isValid(raw, of: one.data), note)
            #expect(one.p256.sharedSecret(with: peer).reveal == bytes("secret"), note)
            let edwards = try Ed25519.PublicKey(pem: answer["pem"]?.string ?? "")
            #expect(edwards.isValid(bytes("eddsa"), of: one.data), note)
            #expect(try AESGCM.open(bytes("sealed"), key: one.key, aad: one.aad) == one.data, note)
        }
    }

    private struct Case {
        let data: [UInt8]
        let key: Key256
        let aad: [UInt8]
        let p256: P256.PrivateKey
        let json: JSON

        init(size: Int, random: RandomSource) throws {
            data = random.bytes(size)
            key = .generate(random)
            aad = random.bytes(16)
            p256 = .generate(random)
            let ed25519 = Ed25519.PrivateKey.generate(random)
            let signature = p256.sign(data)
            func text(_ bytes: [UInt8]) -> JSON { .string(Hex.encode(bytes)) }
            json = [
                "data": text(data), "key": text(key.reveal), "aad": text(aad),
                "hmac": text(HMACSHA256.tag(key: key, data)),
                "sealed": text(AESGCM.seal(data, key: key, aad: aad, random: random)),
                "hkdf": text(HKDF.derive(key.reveal, salt: aad, info: data, count: 40)),
                "scrypt": text(try Scrypt.derive(data, salt: aad, n: 1024, r: 8, p: 1, count: 32)),
                "p256": .string(p256.pem), "es256": text(signature),
                "der": text(ECDSASignature.der(raw: signature) ?? []),
                "ed25519": .string(ed25519.pem), "eddsa": text(ed25519.sign(data)),
            ]
        }
    }
}
