import Cryptography
import Primitives
import StrictJSON
import Testing

@testable import Tokens

@Suite struct TokenCacheTests {
    @Test func `the cache is bounded and keeps tokens in use`() {
        let fixture = TokenFixture()
        let cache = TokenCache(capacity: 320)
        let token = TokenCache.VerifiedToken(claims: fixture.claims(), caller: Caller(fixture.claims()), kid: "k")
        let used = TokenCache.Digest(of: "used")
        cache.insert(token, for: used)
        for round in 0..<10_000 {
            cache.insert(token, for: .init(of: "token \(round)"))
            if round.isMultiple(of: 20) { #expect(cache.token(used) != nil) }
            #expect(cache.count <= 320)
        }
        #expect(cache.token(.init(of: "token 0")) == nil)
    }

    @Test func `a cached token is still refused to another audience`() throws {
        let fixture = TokenFixture()
        let token = try fixture.tokens.mint(fixture.claims { $0.audiences = ["vault"] }).reveal
        #expect(fixture.fault(token) == nil)
        #expect(fixture.fault(token, audience: "auth")?.isWrongKind == true)
        #expect(fixture.fault(token) == nil)
    }

    @Test func `many threads verify through one cache`() async throws {
        let fixture = TokenFixture(cacheCapacity: 64)
        let tokens = try (0..<200).map { round in
            try fixture.tokens.mint(fixture.claims { $0.jti = "jti-\(round)" }).reveal
        }
        let refused = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { tokens.count { fixture.fault($0) != nil } } }
            return await group.reduce(0, +)
        }
        #expect(refused == 0)
    }
}
