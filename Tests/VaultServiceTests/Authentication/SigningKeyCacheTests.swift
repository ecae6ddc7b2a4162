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

    private func token(of person: VaultPerson, by key: SigningKey, _ fixture: VaultFixture) throws -> String {
        let mint = AccessTokens(issuer: "https://auth.test", keys: KeyTable([.init(key, state: .active)]))
        let claims = AccessClaims(
            issuer: "https://auth.test", audiences: ["vault"], account: person.account, session: person.session,
            device: person.device, jti: "1", now: fixture.clock.now, tsv: 1, scope: [.sync], role: .member, amr: [])
        return try mint.mint(claims).reveal
    }

    @Test func `a new key is fetched once the key set is no longer fresh`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        let newer = SigningKey.generate(.es256, random: fixture.random)
        let token = try token(of: person, by: newer, fixture)
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

    @Test func `while auth has another issuer no token is refused with 401, and the vault says why it is not ready`()
        async throws
    {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.expectAdmitted()
        fixture.auth.issue(as: "https://other.test")
        fixture.clock.advance(by: .seconds(10))
        try await fixture.vault.followOnce()
        // A token of an unknown key makes the vault fetch the keys.
        try await person.expectRefused(
            .unavailable, token: try token(of: person, by: .generate(.es256, random: fixture.random), fixture))
        try await person.expectRefused(.unavailable)
        #expect(
            fixture.vault.startProblem
                == "auth issues tokens as https://other.test, and the vault's setting issuer is https://auth.test: "
                + "set issuer to the same in both services")
        fixture.auth.issue(as: "https://auth.test")
        fixture.clock.advance(by: .seconds(10))
        try await fixture.vault.followOnce()
        try await person.expectAdmitted()
        #expect(fixture.vault.startProblem == nil)
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
