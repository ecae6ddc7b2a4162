import Contracts
import Cryptography
import Domain
import Primitives
import Support
import Testing
import Tokens
import VaultService

/// A token signed by a key the vault has not heard of (SECURITY.md, F15).
@Suite struct KeyTests {
    @Test func `the keys are fetched when the first token comes`() async throws {
        let house = try await VaultHouse()
        #expect(house.auth.keyFetches == 0)
        #expect(try await house.person().fault() == nil)
        #expect(try await house.person().fault() == nil)
        #expect(house.auth.keyFetches == 1)
    }

    @Test func `a new key is fetched once the set is not fresh any more`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        #expect(try await person.fault() == nil)
        let newer = SigningKey.generate(.es256, random: house.random)
        let mint = AccessTokens(issuer: "https://auth.test", keys: KeyTable([.init(newer, state: .active)]))
        let claims = AccessClaims(
            issuer: "https://auth.test", audiences: ["vault"], account: person.account, session: person.session,
            device: person.device, jti: "1", now: house.clock.now, tsv: 1, scope: [.sync], role: .member, amr: [])
        let token = try mint.mint(claims).reveal
        #expect(try await person.fault(token: token) == "loginRequired")
        #expect(house.auth.keyFetches == 1)
        house.auth.publish(JWK(newer.verifyingKey))
        house.clock.advance(by: .seconds(10))
        try await house.vault.followOnce()
        #expect(try await person.fault(token: token) == nil)
        #expect(house.auth.keyFetches == 2)
    }

    @Test func `a key that cannot be asked about is doubt`() async throws {
        let house = try await VaultHouse()
        let person = house.person()
        house.auth.cut()
        #expect(try await person.fault() == "unavailable")
        #expect(try await person.fault() == "unavailable")
        #expect(house.auth.keyFetches == 1)
        house.auth.mend()
        house.clock.advance(by: .seconds(1))
        try await house.vault.followOnce()
        #expect(try await person.fault() == nil)
    }

    @Test func `many callers with one unknown key fetch once`() async throws {
        let house = try await VaultHouse()
        let persons = (0..<16).map { _ in house.person() }
        let faults = try await withThrowingTaskGroup(of: String?.self) { group in
            for person in persons { group.addTask { try await person.fault() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(faults.allSatisfy { $0 == nil })
        #expect(house.auth.keyFetches == 1)
    }
}
