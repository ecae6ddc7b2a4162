import Cryptography
import Primitives
import StrictJSON
import Testing

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
        #expect(house.fault(token) == nil)
        // Rightly signed for both audiences, but in the form of one only.
        let both = house.signed(house.claims { $0.audiences = ["vault", "old"] }.json)
        #expect(house.fault(both) == nil)
        #expect(house.fault(both, audience: "old")?.isWrongKind == true)
    }

    @Test func `a token seen before is answered many times faster`() throws {
        let house = House()
        let token = try house.tokens.mint(house.claims()).reveal
        /// The quickest of a hundred: what else the machine does is not ours.
        func time(_ body: () throws -> Void) throws -> Duration {
            let times = try (0..<100).map { _ in
                let start = SteadyClock.system.now
                try body()
                return SteadyClock.system.now - start
            }
            return try #require(times.min())
        }
        let cold = try time {
            house.tokens.forgetVerified()
            _ = try house.verify(token)
        }
        let warm = try time { _ = try house.verify(token) }
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
