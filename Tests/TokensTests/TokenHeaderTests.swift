import Cryptography
import Primitives
import StrictJSON
import Testing
import Tokens

@Suite struct TokenHeaderTests {
    private let house = House()

    @Test(
        arguments: ["none", "None", "", "HS256", "RS256", "EdDSA", "es256", "ES384"])
    func `another algorithm in the header is refused`(algorithm: String) {
        let token = house.signed(house.claims().json) { $0["alg"] = .string(algorithm) }
        #expect(house.fault(token)?.isBad == true)
        let signed = token.split(separator: ".").dropLast().joined(separator: ".")
        #expect(house.fault(signed + ".")?.isBad == true)
    }

    @Test func `the public key as an HMAC secret opens nothing`() {
        let claims = JSON.object(house.claims().json).encoded()
        let header: JSON = ["alg": "HS256", "typ": "at+jwt", "kid": .string(house.key.verifyingKey.thumbprint)]
        for secret in [Array(house.key.verifyingKey.pem.utf8), Array(house.key.verifyingKey.thumbprint.utf8)] {
            let token = CompactJWS.make(header: header.encoded(), payload: claims) { HMACSHA256.tag(key: secret, $0) }
            #expect(house.fault(token)?.isBad == true)
        }
    }

    @Test func `a key we do not have is told apart, so that the caller can fetch it`() {
        let other = SigningKey.p256(.generate(house.random))
        let kid = other.verifyingKey.thumbprint
        let token = JWS.sign(house.claims().json, kind: "at+jwt", kid: kid, with: other)
        #expect(house.fault(token) == .unknownKey(kid: kid))
        let posing = JWS.sign(
            house.claims().json, kind: "at+jwt", kid: house.key.verifyingKey.thumbprint, with: other)
        #expect(house.fault(posing)?.isBad == true)
        let long = JWS.sign(house.claims().json, kind: "at+jwt", kid: String(repeating: "k", count: 200), with: other)
        #expect(house.fault(long)?.isBad == true)
    }

    @Test(
        arguments: ["jwk", "jku", "x5u", "x5c", "x5t", "crit", "b64", "zip", "cty", "anything"])
    func `a header that brings anything of its own is refused`(name: String) {
        let jwk = JSON.object(JSONObject(house.key.verifyingKey.jwk.map { ($0.name, .string($0.value)) }))
        let token = house.signed(house.claims().json) { $0[name] = name == "jwk" ? jwk : ["x"] }
        #expect(house.fault(token)?.isBad == true)
    }

    @Test(
        arguments: ["JWT", "dpop+jwt", "latchkey-call+jwt", "rt+jwt", ""])
    func `another kind of token is refused as another kind`(kind: String) {
        #expect(house.fault(house.signed(house.claims().json) { $0["typ"] = .string(kind) })?.isWrongKind == true)
        #expect(house.fault(house.signed(house.claims().json) { $0["typ"] = nil })?.isWrongKind == true)
    }

    @Test func `members named twice, other shapes and more than 8 KiB are refused`() {
        let key = house.key
        let kid = key.verifyingKey.thumbprint
        let claims = JSON.object(house.claims().json)
        func make(_ header: String, _ payload: [UInt8]) -> String {
            CompactJWS.make(header: Array(header.utf8), payload: payload, sign: key.sign)
        }
        let sound = #"{"alg":"ES256","typ":"at+jwt","kid":"\#(kid)"}"#
        #expect(house.fault(make(sound, claims.encoded())) == nil)
        let twice = #"{"alg":"none","alg":"ES256","typ":"at+jwt","kid":"\#(kid)"}"#
        #expect(house.fault(make(twice, claims.encoded()))?.isBad == true)
        let admin = claims.text.dropLast() + #","role":"operator"}"#
        #expect(house.fault(make(sound, Array(admin.utf8)))?.isBad == true)
        for payload in ["[]", "null", "x", "{", "\u{feff}{}"] {
            #expect(house.fault(make(sound, Array(payload.utf8)))?.isBad == true)
        }
        var long = house.claims().json
        long["more"] = .string(String(repeating: "x", count: 8192))
        #expect(house.fault(house.signed(long))?.isBad == true)
        for text in ["", ".", "..", "a.b", "a.b.c.d", "=.=.=", " " + make(sound, claims.encoded())] {
            #expect(house.fault(text)?.isBad == true)
        }
    }

    @Test func `an audience may be served JWT and RS256, and then takes no other kind`() throws {
        let rsa = SigningKey.rsa(try .generate(bits: 2048))
        let policy = AudiencePolicy(algorithm: .rs256, kind: "JWT")
        let house = House(policies: ["billing": policy])
        house.tokens.replaceKeys(KeyTable([.init(house.key, state: .active), .init(rsa, state: .active)]))
        let token = try house.tokens.mint(house.claims { $0.audiences = ["billing"] }).reveal
        #expect(house.fault(token, audience: "billing") == nil)
        #expect(house.fault(token)?.isWrongKind == true)
        #expect(house.fault(house.signed(house.claims { $0.audiences = ["billing"] }.json), audience: "billing") != nil)
        #expect(throws: TokenFault.self) {
            try house.tokens.mint(house.claims { $0.audiences = ["billing", "vault"] })
        }
    }
}
