import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import Support
import Testing
import Tokens
import VaultService

/// Tokens signed by keys that the vault may have to fetch first.
@Suite struct SigningKeyCacheTests {
    @Test func `the keys are fetched once, when the first token arrives`() async throws {
        let fixture = try await VaultFixture()
        #expect(fixture.auth.keyFetches == 0)
        try await fixture.person().expectAdmitted()
        try await fixture.person().expectAdmitted()
        #expect(fixture.auth.keyFetches == 1)
    }

    @Test func `a new key is fetched once the key set is no longer fresh`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        let newer = SigningKey.generate(.es256, random: fixture.random)
        let mint = AccessTokens(issuer: "https://auth.test", keys: KeyTable([.init(newer, state: .active)]))
        let claims = AccessClaims(
            issuer: "https://auth.test", audiences: ["vault"], account: person.account, session: person.session,
            device: person.device, jti: "1", now: fixture.clock.now, tsv: 1, scope: [.sync], role: .member, amr: [])
        let token = try mint.mint(claims).reveal
        try await person.expectRefused(.unavailable, token: token)
        #expect(fixture.auth.keyFetches == 1)
        fixture.auth.publish(JWK(newer.verifyingKey))
        fixture.clock.advance(by: .seconds(10))
        try await fixture.vault.followOnce()
        try await person.expectAdmitted(token: token)
        #expect(fixture.auth.keyFetches == 2)
    }

    @Test func `a token is refused as unavailable while its key cannot be fetched`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        fixture.auth.makeUnreachable()
        for _ in 0..<2 {
            let refusal = try await person.refusal(VaultInfo.self, Nothing())
            #expect(refusal?.name == "unavailable" && refusal?.retryAfterMs == 1000)
        }
        #expect(fixture.auth.keyFetches == 1)
        fixture.auth.makeReachable()
        fixture.clock.advance(by: .seconds(1))
        try await fixture.vault.followOnce()
        try await person.expectAdmitted()
    }

    @Test func `a key set that auth announces is fetched at once, and the same one is not fetched again`() async throws
    {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        fixture.auth.announceKeys()
        fixture.clock.advance(by: .milliseconds(700))
        try await fixture.vault.followOnce()
        #expect(fixture.auth.keyFetches == 1, "the announced keys are those in use")
        fixture.auth.publish(JWK(SigningKey.generate(.es256, random: fixture.random).verifyingKey))
        try await fixture.vault.followOnce()
        try await waitUntil { fixture.auth.keyFetches == 2 }
        fixture.clock.advance(by: .milliseconds(700))
        try await fixture.vault.followOnce()
        #expect(fixture.auth.keyFetches == 2)
    }

    @Test func `an announced key set is not fetched within 100 ms of the last fetch`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        fixture.auth.announceKeys()
        fixture.auth.publish(JWK(SigningKey.generate(.es256, random: fixture.random).verifyingKey))
        fixture.clock.advance(by: .milliseconds(99))
        try await fixture.vault.followOnce()
        #expect(fixture.auth.keyFetches == 1)
        fixture.clock.advance(by: .milliseconds(1))
        try await fixture.vault.followOnce()
        try await waitUntil { fixture.auth.keyFetches == 2 }
    }

    @Test func `many callers with one unknown key fetch once`() async throws {
        let fixture = try await VaultFixture()
        let persons = (0..<16).map { _ in fixture.person() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in persons { group.addTask { try await person.expectAdmitted() } }
            try await group.waitForAll()
        }
        #expect(fixture.auth.keyFetches == 1)
    }
}
