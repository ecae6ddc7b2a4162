import Cryptography
import Domain
import Primitives
import StrictJSON
import Support
import Testing

@testable import PIN

@Suite struct PINVectorTests {
    @Test func `the PIN vectors are reproduced`() throws {
        try Vectors.compare(try document(), with: "pin")
    }

    @Test func `an independent implementation in Python computes every value, and refuses each altered one`() throws {
        let output = try PythonOracle.run(pinOracle, packages: ["cryptography"], input: try document().text)
        let answer = try JSON(parsing: output)
        #expect(answer["accepted"]?.array == [])
        #expect(try #require(answer["altered"]?.number?.int64) > 200)
    }

    private struct Entry {
        let what: String
        let form: String
        let entered: String
        let salt: [UInt8]
        var deviceSecret: [UInt8] = []
        var derivation = PINDerivation.standard

        var secret: PINSecret {
            get throws { try form == "digits" ? PINSecret(digits: entered) : PINSecret(passphrase: entered) }
        }

        var key: Ed25519.PrivateKey {
            get throws { try PINKey.derive(secret, salt: salt, deviceSecret: deviceSecret, by: derivation) }
        }
    }

    private static let entries = [
        Entry(what: "the PIN of an account", form: "digits", entered: "482916", salt: [UInt8](0..<16)),
        Entry(
            what: "the PIN of a device", form: "digits", entered: "7206", salt: [UInt8](16..<32),
            deviceSecret: [UInt8](64..<96)),
        Entry(
            what: "a passphrase in decomposed form, with sharp s, final sigma, Hangul, kana and full-width letters",
            form: "passphrase",
            entered: text(
                "47 72 75 308 DF 65 20 3BB 3BF 301 3B3 3BF 3C2 20 1112 1161 11AB 3000 304B 3099 20 FF2F FF2B"),
            salt: [UInt8](32..<48)),
        Entry(
            what: "the PIN of an account by stronger parameters", form: "digits", entered: "482916",
            salt: [UInt8](0..<16), derivation: PINDerivation(unchecked: 1 << 16, r: 8, p: 2)),
    ]

    private func document() throws -> JSON {
        let account = try Self.entries[0].key
        var proofs = try PINPurpose.allCases.map {
            try proof("purpose \($0)", ProofMembers(purpose: $0), key: 0, by: account)
        }
        let device = ProofMembers(subject: AccountID(bits: 12), generation: .max, purpose: .unlock)
        proofs.append(try proof("by the PIN of a device", device, key: 1, by: try Self.entries[1].key))
        let signature = try #require(ProofMembers().proof).signed(by: account)
        let refused = try ProofMembers.eachChanged.map { name, members in
            #expect(try !#require(members.proof).isSigned(signature, by: account.publicKey))
            return try entry("another \(name)", members, key: 0, signature: signature)
        }
        return [
            "what": .string(
                "The key that is derived from a PIN, and the proofs that it signs. Bytes are hexadecimal; a PIN or "
                    + "passphrase as it was entered is UTF-8. A proof's key is the number of an entry of keys. All "
                    + "of refused must be refused: proofs by that key, and public keys."),
            "keys": .array(try Self.entries.map(keyEntry)), "proofs": .array(proofs),
            "refused": ["proofs": .array(refused), "publicKeys": try refusedKeys()],
        ]
    }

    private func keyEntry(_ entry: Entry) throws -> JSON {
        let secret = try entry.secret
        let stretched = try PINKey.stretch(secret, salt: entry.salt, by: entry.derivation)
        let seed = PINKey.seed(stretched: stretched, deviceSecret: entry.deviceSecret, salt: entry.salt)
        let key = try entry.key
        #expect(key.seed == seed)
        return [
            "what": .string(entry.what), "form": .string(entry.form), "entered": Vectors.hex(Array(entry.entered.utf8)),
            "secret": Vectors.hex(secret.reveal), "derivation": .string(entry.derivation.text),
            "n": .number(JSONNumber(entry.derivation.n)), "r": .number(JSONNumber(entry.derivation.r)),
            "p": .number(JSONNumber(entry.derivation.p)), "salt": Vectors.hex(entry.salt),
            "deviceSecret": Vectors.hex(entry.deviceSecret), "scryptSalt": Vectors.hex(PINKey.scryptSalt(entry.salt)),
            "stretched": Vectors.hex(stretched), "seed": Vectors.hex(seed),
            "publicKey": Vectors.hex(key.publicKey.bytes),
        ]
    }

    private func proof(_ what: String, _ members: ProofMembers, key: Int, by signer: Ed25519.PrivateKey) throws -> JSON
    {
        let signature = try #require(members.proof).signed(by: signer)
        return try entry(what, members, key: key, signature: signature)
    }

    private func entry(_ what: String, _ members: ProofMembers, key: Int, signature: [UInt8]) throws -> JSON {
        var object: JSONObject = ["what": .string(what), "key": .number(JSONNumber(key))]
        for (name, value) in members.json { object[name] = value }
        object["message"] = Vectors.hex(try #require(members.proof).message)
        object["signature"] = Vectors.hex(signature)
        return .object(object)
    }

    /// The 8 points of small order, and the 40 encodings that are not canonical: those whose y is not below the prime,
    /// and those of x = 0 with a sign.
    private func refusedKeys() throws -> JSON {
        let zeros = String(repeating: "00", count: 30)
        let ones = String(repeating: "ff", count: 30)
        let smallOrder = [
            "00\(zeros)00", "00\(zeros)80", "01\(zeros)00", "ec\(ones)7f",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        ]
        let notCanonical =
            (0xed...0xff).flatMap { ["\(String($0, radix: 16))\(ones)7f", "\(String($0, radix: 16))\(ones)ff"] }
            + ["01\(zeros)80", "ec\(ones)ff"]
        for text in smallOrder + notCanonical { #expect(Ed25519.PublicKey(hex(text)) == nil, "\(text)") }
        return [
            "smallOrder": .array(smallOrder.map { .string($0) }),
            "notCanonical": .array(notCanonical.map { .string($0) }),
        ]
    }
}
