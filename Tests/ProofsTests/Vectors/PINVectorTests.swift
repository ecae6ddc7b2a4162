import Cryptography
import StrictJSON
import Support
import Testing
import Vocabulary

@testable import Proofs

@Suite struct PINVectorTests {
    @Test func `the PIN vectors are what the code gives`() throws {
        try Vectors.compare(try document(), with: "pin-derivation")
    }

    @Test func `an implementation in Python that knows only AUTH.md gets the same answers`() throws {
        let script = """
            import json, sys
            from cryptography.hazmat.primitives import hashes
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
            from cryptography.hazmat.primitives.kdf.hkdf import HKDF
            from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
            h = bytes.fromhex
            def lp(*parts): return b"".join(len(p).to_bytes(4, "big") + p for p in parts)
            v = json.load(sys.stdin)
            for c in v["lp"]: assert lp(*map(h, c["parts"])).hex() == c["encoded"], c
            for c in v["derivations"]:
                stretched = Scrypt(lp(b"latchkey/pin/1", h(c["salt"])), 32, 2**15, 8, 1).derive(h(c["secret"]))
                seed = HKDF(hashes.SHA256(), 32, h(c["salt"]), b"latchkey/pin/ed25519/1").derive(
                    stretched + h(c["deviceSecret"]))
                public = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
                assert (stretched.hex(), seed.hex(), public.hex()) == (c["stretched"], c["seed"], c["publicKey"]), c
            for c in v["proofs"]:
                text = lambda n: c[n].encode("ascii")
                m = lp(b"latchkey/pin-proof/1", text("issuer"), text("challengeId"), h(c["challenge"]), text("subject"),
                    text("generation"), h(c["deviceKeyThumbprint"]), text("purpose"))
                assert m.hex() == c["message"], c
                assert Ed25519PrivateKey.from_private_bytes(h(c["seed"])).sign(m).hex() == c["proof"], c
            sys.stdout.write("agreed")
            """
        let answer = try PythonOracle.ask(script, packages: ["cryptography"], input: try document().text)
        #expect(answer == "agreed")
    }

    private func document() throws -> JSON {
        [
            "what": "How a PIN becomes a key and a proof (AUTH.md, PIN). Bytes are hexadecimal.",
            "lp": [
                ["parts": [], "encoded": Vectors.hex(LP.encode([[UInt8]]()))],
                ["parts": [""], "encoded": Vectors.hex(LP.encode([[]]))],
                ["parts": ["6162", "63"], "encoded": Vectors.hex(LP.encode([[0x61, 0x62], [0x63]]))],
            ],
            "kdf": .string(PINKey.kdf),
            "derivations": .array([
                try derivation("a device PIN", Array("271828".utf8), salt: 0x10, deviceSecret: 0x40),
                try derivation("an account PIN", Array("271828".utf8), salt: 0x10, deviceSecret: nil),
                try derivation("a child's four digits", Array("0007".utf8), salt: 0x80, deviceSecret: 0xa0),
                try derivation(
                    "a passphrase, NFKC in UTF-8", Array("grüne Brücke 5".utf8), salt: 0xc0, deviceSecret: nil),
            ]),
            "proofs": .array(try PINProof.Purpose.allCases.map(proof)),
        ]
    }

    private func derivation(_ what: String, _ secret: [UInt8], salt: UInt8, deviceSecret: UInt8?) throws -> JSON {
        let salt = (0..<16).map { salt + $0 }
        let device = deviceSecret.map { first in (0..<32).map { first + $0 } } ?? []
        let stretched = try PINKey.stretch(secret, salt: salt)
        let key = try PINKey.derive(passphrase: secret, salt: salt, deviceSecret: device)
        return [
            "what": .string(what), "secret": Vectors.hex(secret), "salt": Vectors.hex(salt),
            "deviceSecret": Vectors.hex(device), "scryptSalt": Vectors.hex(LP.encode("latchkey/pin/1", salt)),
            "stretched": Vectors.hex(stretched), "seed": Vectors.hex(key.seed),
            "publicKey": Vectors.hex(key.publicKey.bytes),
        ]
    }

    private func proof(_ purpose: PINProof.Purpose) throws -> JSON {
        let key = try #require(Ed25519.PrivateKey(seed: [UInt8](repeating: 5, count: 32)))
        let challengeID = try #require(ChallengeID("3f2504e0-4f89-11d3-9a0c-0305e82c3301"))
        let proof = PINProof(
            issuer: "https://auth.example", challengeID: challengeID, challenge: (0..<32).map { 0x60 + $0 },
            subject: "7d444840-9dc0-11d1-b245-5ffdce74fad2", generation: 3,
            deviceThumbprint: [UInt8](repeating: 0xee, count: 32), purpose: purpose)
        let signature = proof.sign(with: key)
        #expect(proof.isValid(signature, by: key.publicKey))
        return [
            "seed": Vectors.hex(key.seed), "issuer": .string(proof.issuer),
            "challengeId": .string(challengeID.description),
            "challenge": Vectors.hex(proof.challenge), "subject": .string(proof.subject), "generation": "3",
            "deviceKeyThumbprint": Vectors.hex(proof.deviceThumbprint), "purpose": .string(purpose.rawValue),
            "message": Vectors.hex(proof.message), "proof": Vectors.hex(signature),
        ]
    }
}
