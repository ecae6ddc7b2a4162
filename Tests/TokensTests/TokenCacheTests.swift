import Cryptography
import StrictJSON
import Testing
import TimeAndChance
import Vocabulary

@testable import Tokens

@Suite struct TokenCacheTests {
    @Test func `the cache is bounded and keeps what is used`() {
        let house = House()
        let cache = TokenCache(capacity: 320)
        let fact = TokenCache.Fact(claims: house.claims(), caller: Caller(house.claims()), kid: "k", kind: "at+jwt")
        let used = TokenCache.Digest(of: "used")
        cache.keep(fact, as: used)
        for round in 0..<10_000 {
            cache.keep(fact, as: .init(of: "token \(round)"))
            if round.isMultiple(of: 20) { #expect(cache.fact(used) != nil) }
            #expect(cache.count <= 320)
        }
        #expect(cache.fact(.init(of: "token 0")) == nil)
        cache.forgetAll()
        #expect(cache.count == 0)
    }

    @Test func `a cached token is still refused to another audience, and by another kind`() throws {
        let house = House(policies: ["old": AudiencePolicy(algorithm: .es256, kind: "JWT")])
        let token = try house.tokens.mint(house.claims { $0.audiences = ["vault"] }).reveal
        #expect(house.fault(token) == nil)
        #expect(house.fault(token, audience: "auth")?.isWrongKind == true)
        #expect(house.fault(token, audience: "old")?.isWrongKind == true)
        #expect(house.fault(token) == nil)
    }

    @Test func `a token seen before is answered many times faster`() throws {
        let house = House()
        let token = try house.tokens.mint(house.claims()).reveal
        func time(_ rounds: Int, _ body: () throws -> Void) rethrows -> Duration {
            let start = SteadyClock.system.now
            for _ in 0..<rounds { try body() }
            return SteadyClock.system.now - start
        }
        let cold = try time(100) {
            house.tokens.forgetVerified()
            _ = try house.verify(token)
        }
        let warm = try time(100) { _ = try house.verify(token) }
        #expect(warm * 2 < cold)
    }

    @Test func `many threads verify through one cache`() async throws {
        let house = House(cacheCapacity: 64)
        let tokens = try (0..<200).map { round in try house.tokens.mint(house.claims { $0.jti = "jti-\(round)" }).reveal
        }
        let refused = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { tokens.count { house.fault($0) != nil } } }
            return await group.reduce(0, +)
        }
        #expect(refused == 0)
    }
}
