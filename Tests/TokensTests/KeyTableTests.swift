import Cryptography
import Domain
import Primitives
import StrictJSON
import Support
import Testing

@testable import Tokens

@Suite struct KeyTableTests {
    private let fixture = TokenFixture()

    @Test func `a key change refuses no token until the old key is removed`() throws {
        let (old, new) = (fixture.key, SigningKey.p256(.generate(fixture.random)))
        let first = try fixture.tokens.mint(fixture.claims()).reveal
        fixture.tokens.replaceKeys(KeyTable([.init(old, state: .active), .init(new, state: .published)]))
        let second = try fixture.tokens.mint(fixture.claims { $0.jti = "2" }).reveal
        fixture.tokens.replaceKeys(KeyTable([.init(old, state: .verifyOnly), .init(new, state: .active)]))
        let third = try fixture.tokens.mint(fixture.claims { $0.jti = "3" }).reveal
        #expect(try JWS.verify(third, type: "at+jwt", keys: fixture.tokens.keys).kid == new.verifyingKey.thumbprint)
        for token in [first, second, third] { #expect(fixture.fault(token) == nil) }
        fixture.tokens.replaceKeys(KeyTable([.init(new, state: .active)]))
        let kid = old.verifyingKey.thumbprint
        #expect(fixture.fault(first) == .unknownKey(kid: kid))
        #expect(fixture.fault(second) == .unknownKey(kid: kid))
        #expect(fixture.fault(third) == nil)
    }

    @Test func `an instance with a published key only accepts the tokens that key signed, and signs none`() throws {
        let token = try fixture.tokens.mint(fixture.claims()).reveal
        let peer = AccessTokens(
            issuer: TokenFixture.issuer, keys: KeyTable([.init(fixture.key.verifyingKey, state: .published)]))
        _ = try peer.verify(token, audience: "vault", now: fixture.clock.now)
        #expect(throws: TokenFault.self) { try peer.mint(fixture.claims()) }
    }

    @Test func `a key table made from the published key set accepts the issuer's tokens`() throws {
        let document = fixture.tokens.keys.jwks.json.encoded()
        let peer = AccessTokens(issuer: TokenFixture.issuer, keys: KeyTable(try JWKS(parsing: document)))
        let token = try fixture.tokens.mint(fixture.claims()).reveal
        #expect(try peer.verify(token, audience: "vault", now: fixture.clock.now) == Caller(fixture.claims()))
    }

    @Test func `a set of at most 64 KiB and 64 keys is read`() throws {
        let empty = (["keys": .array([]), "x": ""] as JSON).encoded().count
        for (bytes, isRead) in [(65_536, true), (65_537, false)] {
            let padding = JSON.string(String(repeating: "x", count: bytes - empty))
            let set = (["keys": .array([]), "x": padding] as JSON).encoded()
            #expect(set.count == bytes)
            #expect((try? JWKS(parsing: set)) == (isRead ? JWKS([]) : nil))
        }
        for (count, isRead) in [(64, true), (65, false)] {
            let keys = (0..<count).map { _ in JWK(SigningKey.p256(.generate(fixture.random)).verifyingKey) }
            #expect((try? JWKS(parsing: JWKS(keys).json.encoded())) == (isRead ? JWKS(keys) : nil))
        }
    }

    @Test func `a set with a private, malformed or repeated key is refused; a key of an unknown type is left out`()
        throws
    {
        let jwk = JWK(fixture.key.verifyingKey).json
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
            changed("d", "AA"), changed("x", "AA"), changed("y", nil), changed("use", "enc"),
            changed("key_ops", "verify"), changed("alg", "RS256"),
            changed("crv", "P-384"),
        ] {
            #expect(throws: TokenFault.self) { try parse(broken) }
        }
        #expect(throws: TokenFault.self) { try parse(jwk, jwk) }
        for text in ["", "[]", "{}", #"{"keys":{}}"#] {
            #expect(throws: TokenFault.self) { try JWKS(parsing: Array(text.utf8)) }
        }
        #expect(try JWK(changed("kid", nil)).kid == fixture.key.verifyingKey.thumbprint)
    }
}
