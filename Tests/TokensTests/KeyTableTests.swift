import Cryptography
import Primitives
import StrictJSON
import Support
import Testing

@testable import Tokens

@Suite struct KeyTableTests {
    private let house = House()

    @Test func `keys are published, activated and retired without refusing a token`() throws {
        let (old, new) = (house.key, SigningKey.p256(.generate(house.random)))
        let first = try house.tokens.mint(house.claims()).reveal
        house.tokens.replaceKeys(KeyTable([.init(old, state: .active), .init(new, state: .published)]))
        let second = try house.tokens.mint(house.claims { $0.jti = "2" }).reveal
        house.tokens.replaceKeys(KeyTable([.init(old, state: .decryptOnly), .init(new, state: .active)]))
        let third = try house.tokens.mint(house.claims { $0.jti = "3" }).reveal
        #expect(try JWS.verify(third, kind: "at+jwt", keys: house.tokens.keys).kid == new.verifyingKey.thumbprint)
        for token in [first, second, third] { #expect(house.fault(token) == nil) }
        house.tokens.replaceKeys(KeyTable([.init(new, state: .active)]))
        let kid = old.verifyingKey.thumbprint
        #expect(house.fault(first) == .unknownKey(kid: kid))
        #expect(house.fault(second) == .unknownKey(kid: kid))
        #expect(house.fault(third) == nil)
    }

    @Test func `a peer that is not the signer's instance may know a key as published and takes its tokens`() throws {
        let token = try house.tokens.mint(house.claims()).reveal
        let peer = AccessTokens(
            issuer: House.issuer, keys: KeyTable([.init(house.key.verifyingKey, state: .published)]))
        _ = try peer.verify(token, audience: "vault", now: house.clock.now)
        #expect(throws: TokenFault.self) { try peer.mint(house.claims()) }
    }

    @Test func `the published set makes a table that takes our tokens`() throws {
        let document = house.tokens.keys.jwks.json.encoded()
        let peer = AccessTokens(issuer: House.issuer, keys: KeyTable(try JWKS(parsing: document)))
        let token = try house.tokens.mint(house.claims()).reveal
        #expect(try peer.verify(token, audience: "vault", now: house.clock.now) == Caller(house.claims()))
    }

    @Test func `a set with a private, broken or repeated key is refused, one of an unknown kind is left out`() throws {
        let jwk = JWK(house.key.verifyingKey).json
        func parse(_ keys: JSON...) throws(TokenFault) -> Int {
            try JWKS(parsing: (["keys": .array(keys)] as JSON).encoded()).keys.count
        }
        func changed(_ name: String, _ value: JSON?) -> JSON {
            var object = jwk.object ?? [:]
            object[name] = value
            return .object(object)
        }
        #expect(try parse(jwk) == 1)
        #expect(try parse(jwk, ["kty": "oct", "k": "AA"], ["kty": "AKP"]) == 1)
        for broken in [
            changed("d", "AA"), changed("x", "AA"), changed("y", nil), changed("use", "enc"), changed("alg", "RS256"),
            changed("crv", "P-384"),
        ] {
            #expect(throws: TokenFault.self) { try parse(broken) }
        }
        #expect(throws: TokenFault.self) { try parse(jwk, jwk) }
        for text in ["", "[]", "{}", #"{"keys":{}}"#] {
            #expect(throws: TokenFault.self) { try JWKS(parsing: Array(text.utf8)) }
        }
        #expect(try JWK(changed("kid", nil)).kid == house.key.verifyingKey.thumbprint)
    }
}
