import Cryptography
import Primitives
import StrictJSON
import Support
import Testing

@testable import DPoP

@Suite struct RequestProofTests {
    private let random = SeededRandom().random
    private let clock = StoppedClock()
    private let url = "https://auth.example/rpc"
    private let body = Array(#"{"jsonrpc":"2.0","id":1,"method":"otp.request"}"#.utf8)
    private var nonces: ServerNonce { ServerNonce(keys: [Key256.generate(SeededRandom(seed: 9).random)]) }

    private func proof(by key: DeviceKey, accessToken: String? = nil) throws -> String {
        try RequestProof.make(
            key: key, method: "otp.request", body: body, url: url, nonce: nonces.issue(now: clock.now),
            accessToken: accessToken, random: random)
    }

    private func check(
        _ proof: String, method: String = "otp.request", body: [UInt8]? = nil, urls: [String]? = nil,
        accessToken: String? = nil, later: Duration = .zero
    ) throws(ProofFault) {
        try RequestProof.verify(proof).check(
            method: method, body: body ?? self.body, urls: (urls ?? [url]).compactMap(PublicURL.init),
            accessToken: accessToken, nonce: nonces, now: clock.now + later)
    }

    @Test func `a proof by either kind of key is valid for its own request`() throws {
        for key in [DeviceKey(P256.PrivateKey.generate(random)), DeviceKey(Ed25519.PrivateKey.generate(random))] {
            let proof = try proof(by: key)
            let verified = try RequestProof.verify(proof)
            #expect(verified.thumbprint == key.thumbprint)
            #expect(verified.publicKey == key.publicKey)
            #expect(verified.mth == "otp.request")
            try check(proof)
            try check(try self.proof(by: key, accessToken: "token"), accessToken: "token")
        }
    }

    @Test func `a proof is valid for no other request`() throws {
        let proof = try proof(by: .generate(random))
        #expect(throws: ProofFault.wrongMethod) { try check(proof, method: "otp.verify") }
        #expect(throws: ProofFault.wrongBody) { try check(proof, body: body + [32]) }
        #expect(throws: ProofFault.wrongURL) { try check(proof, urls: ["https://vault.example/rpc"]) }
        #expect(throws: ProofFault.wrongURL) { try check(proof, urls: []) }
        #expect(throws: ProofFault.wrongToken) { try check(proof, accessToken: "token") }
        #expect(throws: ProofFault.staleNonce) { try check(proof, later: .seconds(300)) }
        let bound = try self.proof(by: .generate(random), accessToken: "token")
        #expect(throws: ProofFault.wrongToken) { try check(bound) }
        #expect(throws: ProofFault.wrongToken) { try check(bound, accessToken: "other") }
        let without = try RequestProof.make(
            key: .generate(random), method: "otp.request", body: body, url: url, nonce: nil, accessToken: nil,
            random: random)
        #expect(throws: ProofFault.staleNonce) { try check(without) }
    }

    @Test func `every altered byte of a proof is refused`() throws {
        for key in [DeviceKey(P256.PrivateKey.generate(random)), DeviceKey(Ed25519.PrivateKey.generate(random))] {
            let bytes = Array(try proof(by: key).utf8)
            for index in bytes.indices {
                var altered = bytes
                altered[index] = altered[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
                #expect(throws: ProofFault.self) { try RequestProof.verify(String(decoding: altered, as: UTF8.self)) }
            }
        }
    }

    @Test func `a proof that another key has signed has a bad signature`() throws {
        let parts = try [DeviceKey.generate(random), .generate(random)].map { key in
            try RequestProof.sign(Self.claims, by: key).split(separator: ".")
        }
        let forged = [parts[0][0], parts[0][1], parts[1][2]].joined(separator: ".")
        #expect(throws: ProofFault.badSignature) { try RequestProof.verify(forged) }
    }

    @Test func `a header with a private or invalid key, another algorithm or type, or crit is refused`() throws {
        let key = P256.PrivateKey.generate(random)
        let jwk = JSONObject(VerifyingKey.p256(key.publicKey).jwk.map { ($0.name, .string($0.value)) })
        func verify(_ change: (inout JSONObject) -> Void, header: JSONObject = [:]) throws(ProofFault) {
            var (shown, whole): (JSONObject, JSONObject) = (jwk, ["typ": "dpop+jwt", "alg": "ES256"])
            change(&shown)
            whole["jwk"] = .object(shown)
            for (name, value) in header { whole[name] = value }
            let text = CompactJWS.make(
                header: JSON.object(whole).encoded(), payload: JSON.object(Self.claims).encoded(), sign: key.sign)
            _ = try RequestProof.verify(text)
        }
        try verify { _ in }
        for name in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] {
            #expect(throws: ProofFault.wrongKey) { try verify { $0[name] = "AA" } }
        }
        for (name, value): (String, JSON) in [
            ("use", "enc"), ("key_ops", ["encrypt"]), ("key_ops", []), ("key_ops", "verify"), ("alg", "ES384"),
            ("alg", "EdDSA"), ("use", .null),
        ] {
            #expect(throws: ProofFault.wrongKey, "\(name) \(value)") { try verify { $0[name] = value } }
        }
        try verify {
            ($0["use"], $0["key_ops"], $0["alg"]) = ("sig", ["sign", "verify"], "ES256")
        }
        #expect(throws: ProofFault.wrongKey) { try verify { $0["crv"] = "P-384" } }
        #expect(throws: ProofFault.wrongKey) { try verify { $0["y"] = $0["x"] } }
        #expect(throws: ProofFault.wrongKey) { try verify { $0["x"] = nil } }
        for alg in ["none", "HS256", "RS256", "es256", ""] {
            #expect(throws: ProofFault.wrongAlgorithm) { try verify({ _ in }, header: ["alg": .string(alg)]) }
        }
        #expect(throws: ProofFault.wrongAlgorithm) { try verify({ _ in }, header: ["alg": "EdDSA"]) }
        for typ in ["JWT", "at+jwt", "latchkey-call+jwt"] {
            #expect(throws: ProofFault.wrongKind) { try verify({ _ in }, header: ["typ": .string(typ)]) }
        }
        for name in ["crit", "jku", "x5u", "x5c", "b64"] {
            #expect(throws: ProofFault.self) { try verify({ _ in }, header: JSONObject([(name, ["x"])])) }
        }
    }

    @Test(
        arguments: ["jti", "htm", "htu", "mth", "bh"])
    func `a proof without one of its members, or with a number in its place, is refused`(name: String) throws {
        let key = DeviceKey.generate(random)
        var claims = Self.claims
        _ = try RequestProof.verify(try RequestProof.sign(claims, by: key))
        claims[name] = nil
        #expect(throws: ProofFault.self) { try RequestProof.verify(try RequestProof.sign(claims, by: key)) }
        claims[name] = 7
        #expect(throws: ProofFault.self) { try RequestProof.verify(try RequestProof.sign(claims, by: key)) }
    }

    @Test(arguments: [
        ("jti", 8...128), ("nonce", 1...256), ("mth", 1...128), ("htu", 1...2048), ("bh", 43...43), ("ath", 43...43),
    ])
    func `a member of a proof has a least and a greatest length`(name: String, bounds: ClosedRange<Int>) throws {
        let key = DeviceKey.generate(random)
        for (count, isValid) in [
            (bounds.lowerBound - 1, false), (bounds.lowerBound, true), (bounds.upperBound, true),
            (bounds.upperBound + 1, false),
        ] {
            var claims = Self.claims
            claims[name] = .string(String(repeating: "x", count: count))
            let proof = try RequestProof.sign(claims, by: key)
            #expect(((try? RequestProof.verify(proof)) != nil) == isValid, "\(count)")
        }
    }

    @Test(arguments: ["\0", "\n", "\u{1F}", "\u{7F}", "\u{85}", "é"])
    func `an identifier with a character that is not printable ASCII is refused`(character: String) throws {
        let key = DeviceKey.generate(random)
        var claims = Self.claims
        claims["jti"] = .string("1234567 ~" + character)
        #expect(throws: ProofFault.malformed("jti is not printable ASCII")) {
            try RequestProof.verify(try RequestProof.sign(claims, by: key))
        }
    }

    @Test func `another HTTP method, a repeated member, another form and more than 4 KiB are refused`() throws {
        let key = DeviceKey.generate(random)
        var claims = Self.claims
        claims["htm"] = "GET"
        #expect(throws: ProofFault.wrongMethod) { try RequestProof.verify(try RequestProof.sign(claims, by: key)) }
        claims["htm"] = "POST"
        claims["more"] = .string(String(repeating: "x", count: 4096))
        #expect(throws: ProofFault.self) { try RequestProof.verify(try RequestProof.sign(claims, by: key)) }
        let text = JSON.object(Self.claims).text.dropLast() + #","mth":"session.logout"}"#
        let header = try #require(CompactJWS(try proof(by: key), maximum: 4096)).header
        let twice = try CompactJWS.make(header: header, payload: Array(text.utf8), sign: key.sign)
        #expect(throws: ProofFault.self) { try RequestProof.verify(twice) }
        for text in ["", ".", "..", "a.b.c", "....", String(repeating: "a.", count: 900)] {
            #expect(throws: ProofFault.self) { try RequestProof.verify(text) }
        }
    }

    @Test(arguments: [(nil, nil), (Instant(ms: 1_750_000_000_999), 1_750_000_000)] as [(Instant?, Int64?)])
    func `a proof has an identifier of 16 random bytes, and the device's time in seconds if that is given`(
        now: Instant?, seconds: Int64?
    ) throws {
        let proof = try RequestProof.make(
            key: .generate(random), method: "otp.request", body: body, url: url, nonce: nil, accessToken: nil,
            random: random, now: now)
        let claims = try JSON(parsing: #require(CompactJWS(proof, maximum: 4096)).payload)
        #expect(claims["iat"]?.number?.int64 == seconds)
        #expect(claims["jti"]?.string.flatMap(Base64URL.decode)?.count == 16)
    }

    @Test func `a proof of 4096 bytes is accepted and a longer one is refused`() throws {
        let key = DeviceKey(Ed25519.PrivateKey.generate(random))
        var claims = Self.claims, accepted: [Int] = [], refused: [Int] = []
        for count in 2_500..<2_800 {
            claims["more"] = .string(String(repeating: "x", count: count))
            let proof = try RequestProof.sign(claims, by: key)
            if (try? RequestProof.verify(proof)) != nil {
                accepted.append(proof.utf8.count)
            } else {
                refused.append(proof.utf8.count)
            }
        }
        // Three of four lengths exist, because base64url writes three bytes as four characters.
        let (longest, shortest) = (try #require(accepted.max()), try #require(refused.min()))
        #expect((4095...4096).contains(longest))
        #expect((4097...4098).contains(shortest))
    }

    @Test(arguments: [(arrays: 3, isAccepted: true), (4, false)])
    func `a claim that is not read may be nested until the payload is four levels deep`(
        arrays: Int, isAccepted: Bool
    ) throws {
        let nested = String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
        var claims = Self.claims
        claims["more"] = try JSON(parsing: Array(nested.utf8))
        let proof = try RequestProof.sign(claims, by: .generate(random))
        let verified = try? RequestProof.verify(proof)
        #expect((verified != nil) == isAccepted)
    }

    @Test func `a key that signs through a closure, as a hardware key does, makes valid proofs`() throws {
        let secret = P256.PrivateKey.generate(random)
        let key = DeviceKey(publicKey: .p256(secret.publicKey)) { secret.sign($0) }
        try check(try proof(by: key))
    }

    private static let claims: JSONObject = [
        "jti": "12345678", "htm": "POST", "htu": "https://auth.example/rpc", "mth": "otp.request",
        "bh": .string(String(repeating: "A", count: 43)),
    ]
}
