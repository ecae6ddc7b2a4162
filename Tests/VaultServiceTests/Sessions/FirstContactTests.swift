import Contracts
import JSONRPC
import Primitives
import Support
import Testing
import VaultService

@Suite struct `First contact of a vault with auth` {
    @Test func `the vault is ready when it has auth's keys and has read the revocation feed`() async throws {
        let fixture = try await VaultFixture(isFollowing: false)
        #expect(fixture.vault.startProblem == "the keys of access tokens have not been read from auth yet")
        let reading = Task { await fixture.vault.run() }
        try await waitUntil { fixture.vault.startProblem == nil }
        reading.cancel()
        await reading.value
        fixture.auth.makeUnreachable()
        fixture.clock.advance(by: .seconds(2))
        #expect(fixture.vault.startProblem == nil, "an outage of auth does not take a vault out of service")
    }

    @Test func `keys without the feed are not enough`() async throws {
        let fixture = try await VaultFixture(isFollowing: false), person = fixture.person()
        try await person.expectSuccess(VaultInfo.self, Nothing())
        #expect(fixture.vault.startProblem == "auth's revocation feed has not been read yet")
        try await fixture.vault.followOnce()
        #expect(fixture.vault.startProblem == nil)
    }

    @Test func `a vault that starts without auth is ready after three seconds`() async throws {
        let fixture = try await VaultFixture(isFollowing: false)
        fixture.auth.makeUnreachable()
        fixture.clock.advance(by: .milliseconds(2_999))
        #expect(fixture.vault.startProblem != nil)
        fixture.clock.advance(by: .milliseconds(1))
        #expect(fixture.vault.startProblem == nil)
    }
}
