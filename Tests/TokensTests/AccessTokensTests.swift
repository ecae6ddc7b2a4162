import Cryptography
import Domain
import Primitives
import StrictJSON
import Support
import Testing

@testable import Tokens

@Suite struct AccessTokensTests {
    private let fixture = TokenFixture()

    @Test func `the caller of a verified token has the claims of that token`() throws {
        let claims = fixture.claims()
        let caller = try fixture.verify(try fixture.tokens.mint(claims).reveal)
        #expect(caller == Caller(claims))
        #expect(caller.account == AccountID(bits: 1))
        #expect(caller.scope == [.account, .sync])
        #expect(caller.expires == fixture.clock.now + .seconds(300))
    }

    @Test func `a single audience is written as a string, several as an array`() throws {
        #expect(fixture.claims { $0.audiences = ["vault"] }.json["aud"] == "vault")
        #expect(fixture.claims().json["aud"] == ["auth", "vault"])
        let alone = try fixture.tokens.mint(fixture.claims { $0.audiences = ["vault"] }).reveal
        #expect(fixture.fault(alone) == nil)
        #expect(fixture.fault(alone, audience: "auth")?.isWrongKind == true)
    }

    @Test func `every altered byte of a token is refused`() throws {
        let token = Array(try fixture.tokens.mint(fixture.claims()).reveal.utf8)
        for index in token.indices {
            for other in [UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: ".")] where other != token[index] {
                var altered = token
                altered[index] = other
                #expect(fixture.fault(String(decoding: altered, as: UTF8.self)) != nil, "byte \(index)")
            }
        }
    }

    @Test func `every altered bit of a signature is refused`() throws {
        let jws = try #require(CompactJWS(try fixture.tokens.mint(fixture.claims()).reveal, maximum: 8192))
        let signed = String(decoding: jws.signedBytes, as: UTF8.self)
        for bit in 0..<512 {
            var signature = jws.signature
            signature[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(fixture.fault(signed + "." + Base64URL.encode(signature))?.isBad == true)
        }
        for count in [0, 1, 63] {
            #expect(fixture.fault(signed + "." + Base64URL.encode(Array(jws.signature[..<count])))?.isBad == true)
        }
        #expect(fixture.fault(signed + "." + Base64URL.encode(jws.signature + [0]))?.isBad == true)
    }

    @Test func `a token in which any claim was changed without the key is refused`() throws {
        let claims = fixture.claims().json
        let real = fixture.signed(claims)
        #expect(fixture.fault(real) == nil)
        let signature = real.split(separator: ".")[2]
        for (name, _) in claims {
            for value in ["x", 1, nil, true, ["x"]] as [JSON] {
                var altered = claims
                altered[name] = value
                let forged = fixture.signed(altered).split(separator: ".").dropLast().joined(separator: ".")
                #expect(fixture.fault(forged + "." + signature)?.isBad == true, "\(name)")
            }
        }
    }

    @Test(
        .requirement("T2"),
        arguments: [
            "iss", "aud", "sub", "sid", "dev", "jti", "iat", "nbf", "exp", "tsv", "scope", "role", "amr",
        ])
    func `a token that lacks a claim is refused even with a valid signature`(name: String) throws {
        var claims = fixture.claims().json
        claims[name] = nil
        #expect(fixture.fault(fixture.signed(claims))?.isBad == true)
    }

    @Test(
        .requirement("T2"),
        arguments: [
            ("iss", "https://evil.example"), ("aud", "billing"), ("aud", ["billing"]), ("aud", []),
            ("aud", ["vault", 1]),
            ("sub", "1"), ("sub", 1), ("sid", ""), ("dev", "00000000-0000-0000-0000-00000000000g"), ("jti", ""),
            ("jti", 7),
            ("iat", "1750000000"), ("iat", 1.5), ("iat", -1), ("nbf", nil), ("exp", true),
            ("exp", 9_223_372_036_854_775_807),
            ("tsv", 4), ("tsv", "04"), ("tsv", "-1"), ("scope", ["sync"]), ("role", "god"), ("amr", "otp"),
            ("amr", [1]),
            ("cnf", "x"), ("cnf", ["jkt": "short"]), ("cnf", [:]), ("azp", 1), ("auth_time", "1750000000"),
            ("auth_time", -1), ("auth_time", 1.5),
        ] as [(String, JSON)])
    func `a malformed claim is refused even with a valid signature`(name: String, value: JSON) {
        var claims = fixture.claims().json
        claims[name] = value
        #expect(fixture.fault(fixture.signed(claims)) != nil)
    }

    @Test(arguments: [("0", true), ("9223372036854775807", true), ("9223372036854775808", false), ("-0", false)])
    func `the version of a TokenSecret is a number from 0 to the largest of 64 bits`(text: String, isValid: Bool) {
        var claims = fixture.claims().json
        claims["tsv"] = .string(text)
        #expect((fixture.fault(fixture.signed(claims)) == nil) == isValid)
    }

    @Test func `scopes and claims of a later release are ignored`() throws {
        var claims = fixture.claims().json
        claims["scope"] = "sync moon.land account"
        claims["later"] = ["x": 1]
        #expect(try fixture.verify(fixture.signed(claims)).scope == [.account, .sync])
    }

    @Test func `the time of the login is whole seconds, and absent if it is not known`() throws {
        #expect(try fixture.verify(fixture.signed(fixture.claims().json)).authenticated == nil)
        let login = Instant(ms: 1_750_000_000_999)
        let claims = fixture.claims { $0.authenticated = login }.json
        #expect(claims["auth_time"] == 1_750_000_000)
        #expect(try fixture.verify(fixture.signed(claims)).authenticated == Instant(ms: 1_750_000_000_000))
    }

    @Test func `minting refuses claims that verification would refuse`() throws {
        #expect(throws: TokenFault.self) { try fixture.tokens.mint(fixture.claims { $0.audiences = [] }) }
        #expect(throws: TokenFault.self) {
            try fixture.tokens.mint(fixture.claims { $0.expires = $0.issued + .seconds(301) })
        }
        #expect(throws: TokenFault.self) { try fixture.tokens.mint(fixture.claims { $0.expires = $0.issued }) }
        #expect(fixture.claims().expires - fixture.claims().issued == .seconds(300))
        let long = AccessClaims(
            issuer: "i", audiences: ["a"], account: AccountID(bits: 1), session: SessionID(bits: 1),
            device: DeviceID(bits: 1), jti: "j", now: fixture.clock.now, lifetime: .hours(1), tsv: 0, scope: [],
            role: .child,
            amr: [])
        #expect(long.expires - long.issued == .seconds(300))
    }
}
