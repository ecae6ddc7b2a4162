import Cryptography
import Primitives
import StrictJSON
import Support
import Testing

@testable import Tokens

@Suite struct AccessTokensTests {
    private let house = House()

    @Test func `what was minted is what the caller is`() throws {
        let claims = house.claims()
        let caller = try house.verify(try house.tokens.mint(claims).reveal)
        #expect(caller == Caller(claims))
        #expect(caller.account == AccountID(bits: 1))
        #expect(caller.scope == [.account, .sync])
        #expect(caller.may([.sync]))
        #expect(!caller.may([.sync, .usersRead]))
        #expect(caller.expires == house.clock.now + .seconds(300))
    }

    @Test func `a single audience is written as a string, several as an array`() throws {
        #expect(house.claims { $0.audiences = ["vault"] }.json["aud"] == "vault")
        #expect(house.claims().json["aud"] == ["auth", "vault"])
        let alone = try house.tokens.mint(house.claims { $0.audiences = ["vault"] }).reveal
        #expect(house.fault(alone) == nil)
        #expect(house.fault(alone, audience: "auth")?.isWrongKind == true)
    }

    @Test func `every altered byte of a token is refused`() throws {
        let token = Array(try house.tokens.mint(house.claims()).reveal.utf8)
        for place in token.indices {
            for other in [UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: ".")] where other != token[place] {
                var altered = token
                altered[place] = other
                #expect(house.fault(String(decoding: altered, as: UTF8.self)) != nil, "byte \(place)")
            }
        }
    }

    @Test func `every altered bit of a signature is refused`() throws {
        let jws = try #require(CompactJWS(try house.tokens.mint(house.claims()).reveal, maximum: 8192))
        let signed = String(decoding: jws.signedBytes, as: UTF8.self)
        for bit in 0..<512 {
            var signature = jws.signature
            signature[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(house.fault(signed + "." + Base64URL.encode(signature))?.isBad == true)
        }
        for count in [0, 1, 63] {
            #expect(house.fault(signed + "." + Base64URL.encode(Array(jws.signature[..<count])))?.isBad == true)
        }
        #expect(house.fault(signed + "." + Base64URL.encode(jws.signature + [0]))?.isBad == true)
    }

    @Test func `a claim changed without the key is refused, whichever it is`() throws {
        let claims = house.claims().json
        let real = house.signed(claims)
        #expect(house.fault(real) == nil)
        let signature = real.split(separator: ".")[2]
        for (name, _) in claims {
            for value in ["x", 1, nil, true, ["x"]] as [JSON] {
                var altered = claims
                altered[name] = value
                let forged = house.signed(altered).split(separator: ".").dropLast().joined(separator: ".")
                #expect(house.fault(forged + "." + signature)?.isBad == true, "\(name)")
            }
        }
    }

    @Test(
        arguments: [
            "iss", "aud", "sub", "sid", "dev", "jti", "iat", "nbf", "exp", "tsv", "scope", "role", "amr",
        ])
    func `a token that lacks a claim is refused even with a right signature`(name: String) throws {
        var claims = house.claims().json
        claims[name] = nil
        #expect(house.fault(house.signed(claims))?.isBad == true)
    }

    @Test(
        arguments: [
            ("iss", "https://evil.example"), ("aud", "billing"), ("aud", ["billing"]), ("aud", []),
            ("aud", ["vault", 1]),
            ("sub", "1"), ("sub", 1), ("sid", ""), ("dev", "00000000-0000-0000-0000-00000000000g"), ("jti", ""),
            ("jti", 7),
            ("iat", "1750000000"), ("iat", 1.5), ("iat", -1), ("nbf", nil), ("exp", true),
            ("exp", 9_223_372_036_854_775_807),
            ("tsv", 4), ("tsv", "04"), ("tsv", "-1"), ("scope", ["sync"]), ("role", "god"), ("amr", "otp"),
            ("amr", [1]),
            ("cnf", "x"), ("cnf", ["jkt": "short"]), ("cnf", [:]), ("azp", 1),
        ] as [(String, JSON)])
    func `a claim out of form is refused even with a right signature`(name: String, value: JSON) {
        var claims = house.claims().json
        claims[name] = value
        #expect(house.fault(house.signed(claims)) != nil)
    }

    @Test func `scopes of a later release allow nothing and harm nothing`() throws {
        var claims = house.claims().json
        claims["scope"] = "sync moon.land account"
        claims["later"] = ["x": 1]
        #expect(try house.verify(house.signed(claims)).scope == [.account, .sync])
    }

    @Test func `minting refuses what verifying would`() throws {
        #expect(throws: TokenFault.self) { try house.tokens.mint(house.claims { $0.audiences = [] }) }
        #expect(throws: TokenFault.self) {
            try house.tokens.mint(house.claims { $0.expires = $0.issued + .seconds(301) })
        }
        #expect(throws: TokenFault.self) { try house.tokens.mint(house.claims { $0.expires = $0.issued }) }
        #expect(house.claims().expires - house.claims().issued == .seconds(300))
        let long = AccessClaims(
            issuer: "i", audiences: ["a"], account: AccountID(bits: 1), session: SessionID(bits: 1),
            device: DeviceID(bits: 1), jti: "j", now: house.clock.now, life: .hours(1), tsv: 0, scope: [], role: .child,
            amr: [])
        #expect(long.expires - long.issued == .seconds(300))
    }
}
