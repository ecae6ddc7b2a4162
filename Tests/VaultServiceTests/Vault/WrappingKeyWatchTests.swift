import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing
import VaultService
import VaultStore

/// What a running vault notices about the files of its wrapping keys.
@Suite struct WrappingKeyWatchTests {
    @Test(.requirement("K4"))
    func `the file of a key that rows need is missed at once, the log names it, and the service goes on`() async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        try await fixture.vault.useKeys()
        let kept = fixture.keyFiles["kek-1"]
        fixture.keyFiles["kek-1"] = nil
        try await fixture.vault.refreshKeys()
        #expect(fixture.vault.damagedKeyFiles == 1 && fixture.vault.keyProblem == nil)
        let listed = try await fixture.callAsAdministrator(KeyList.self, Nothing()).keys
        #expect(listed.map(\.missingAt) == [["host-1:1"]])
        fixture.clock.advance(by: .seconds(61))
        try await fixture.vault.followOnce()
        #expect(try await person.pull().items.count == 1)
        fixture.keyFiles["kek-1"] = kept
        try await fixture.vault.refreshKeys()
        #expect(fixture.vault.damagedKeyFiles == 0)
    }

    @Test func `a key that another instance has made active without this one is a problem until its file is there`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let two = KeyFileDouble([:])
        two.make("kek-2")
        let key = try #require(two["kek-2"])
        // This instance has not reported itself, as one that was stopped for long.
        let first = try #require(fixture.keyFiles["kek-1"])
        let ring = KeyRing(wrapping: [.init("kek-1", first), .init("kek-2", key)], index: fixture.indexKey)
        let newer = try await VaultStore.open(
            fixture.database, keys: ring, steady: fixture.clock.steady, random: fixture.random)
        _ = try await newer.activateWrappingKey("kek-2", key, at: fixture.clock.now)
        try await fixture.vault.refreshKeys()
        #expect(fixture.vault.keyProblem == "the key file vault.kek-2.key is missing")
        let refusal = try await person.refusal(VaultPush.self, .init(ops: [person.create("b")]))
        #expect(refusal?.name == "unavailable")
        await #expect(throws: (any Error).self) { try await fixture.vault.useKeys() }
        fixture.keyFiles["kek-2"] = key
        try await fixture.vault.refreshKeys()
        #expect(fixture.vault.keyProblem == nil)
        try await person.push(person.create("c"))
    }

    @Test func `an instance reports itself every 5 s, and at once when it has read another key`() async throws {
        let fixture = try await VaultFixture()
        try await fixture.vault.useKeys()
        let began = fixture.clock.now
        fixture.clock.advance(by: .milliseconds(4_999))
        try await fixture.vault.refreshKeys()
        #expect(try await seen(fixture) == began)
        fixture.clock.advance(by: .milliseconds(1))
        try await fixture.vault.refreshKeys()
        #expect(try await seen(fixture) == fixture.clock.now)
        fixture.clock.advance(by: .seconds(1))
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        #expect(try await seen(fixture) == fixture.clock.now)
    }

    private func seen(_ fixture: VaultFixture) async throws -> Instant {
        try await fixture.database.select(Statement("SELECT seen FROM vault_instance"))[0].instant(0)
    }
}
