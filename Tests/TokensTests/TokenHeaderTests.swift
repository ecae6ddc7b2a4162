import Cryptography
import Primitives
import StrictJSON
import Support
import Testing
import Tokens

@Suite struct TokenHeaderTests {
    private let fixture = TokenFixture()

    @Test(.requirement("T1"), arguments: ["none", "None", "", "HS256", "RS256", "EdDSA", "es256", "ES384"])
    func `another algorithm in the header is refused`(algorithm: String) {
        let token = fixture.signed(fixture.claims().json) { $0["alg"] = .string(algorithm) }
        #expect(fixture.fault(token)?.isBad == true)
        let signed = token.split(separator: ".").dropLast().joined(separator: ".")
        #expect(fixture.fault(signed + ".")?.isBad == true)
    }

    @Test(.requirement("T1")) func `a token with an HMAC under the public key is refused`() {
        let claims = JSON.object(fixture.claims().json).encoded()
        let header: JSON = ["alg": "HS256", "typ": "at+jwt", "kid": .string(fixture.key.verifyingKey.thumbprint)]
        for secret in [Array(fixture.key.verifyingKey.pem.utf8), Array(fixture.key.verifyingKey.thumbprint.utf8)] {
            let token = CompactJWS.make(header: header.encoded(), payload: claims) { HMACSHA256.tag(key: secret, $0) }
            #expect(fixture.fault(token)?.isBad == true)
        }
    }

    @Test(.requirement("T1")) func `an unknown key has its own fault, so that the caller can fetch it`() {
        let other = SigningKey.p256(.generate(fixture.random))
        let kid = other.verifyingKey.thumbprint
        let token = JWS.sign(fixture.claims().json, type: "at+jwt", kid: kid, with: other)
        #expect(fixture.fault(token) == .unknownKey(kid: kid))
        let posing = JWS.sign(
            fixture.claims().json, type: "at+jwt", kid: fixture.key.verifyingKey.thumbprint, with: other)
        #expect(fixture.fault(posing)?.isBad == true)
        let long = JWS.sign(fixture.claims().json, type: "at+jwt", kid: String(repeating: "k", count: 200), with: other)
        #expect(fixture.fault(long)?.isBad == true)
    }

    @Test(.requirement("T1"), arguments: ["jwk", "jku", "x5u", "x5c", "x5t", "crit", "b64", "zip", "cty", "anything"])
    func `a header with any further member is refused`(name: String) {
        let jwk = JSON.object(JSONObject(fixture.key.verifyingKey.jwk.map { ($0.name, .string($0.value)) }))
        let token = fixture.signed(fixture.claims().json) { $0[name] = name == "jwk" ? jwk : ["x"] }
        #expect(fixture.fault(token)?.isBad == true)
    }

    @Test(.requirement("T2"), arguments: ["JWT", "dpop+jwt", "latchkey-call+jwt", "rt+jwt", ""])
    func `another token type is refused as wrongKind`(type: String) {
        #expect(fixture.fault(fixture.signed(fixture.claims().json) { $0["typ"] = .string(type) })?.isWrongKind == true)
        #expect(fixture.fault(fixture.signed(fixture.claims().json) { $0["typ"] = nil })?.isWrongKind == true)
    }

    @Test func `repeated members, texts of another form and more than 8 KiB are refused`() {
        let key = fixture.key
        let kid = key.verifyingKey.thumbprint
        let claims = JSON.object(fixture.claims().json)
        func make(_ header: String, _ payload: [UInt8]) -> String {
            CompactJWS.make(header: Array(header.utf8), payload: payload, sign: key.sign)
        }
        let sound = #"{"alg":"ES256","typ":"at+jwt","kid":"\#(kid)"}"#
        #expect(fixture.fault(make(sound, claims.encoded())) == nil)
        let twice = #"{"alg":"none","alg":"ES256","typ":"at+jwt","kid":"\#(kid)"}"#
        #expect(fixture.fault(make(twice, claims.encoded()))?.isBad == true)
        let admin = claims.text.dropLast() + #","role":"operator"}"#
        #expect(fixture.fault(make(sound, Array(admin.utf8)))?.isBad == true)
        for payload in ["[]", "null", "x", "{", "\u{feff}{}"] {
            #expect(fixture.fault(make(sound, Array(payload.utf8)))?.isBad == true)
        }
        var long = fixture.claims().json
        long["more"] = .string(String(repeating: "x", count: 8192))
        #expect(fixture.fault(fixture.signed(long))?.isBad == true)
        for text in ["", ".", "..", "a.b", "a.b.c.d", "=.=.=", " " + make(sound, claims.encoded())] {
            #expect(fixture.fault(text)?.isBad == true)
        }
    }
}
