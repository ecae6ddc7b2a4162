import Contracts
import Domain
import JSONRPC
import Logging
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
        try await fixture.vault.refreshKeys()
        let lines = fixture.log.entries.filter { $0.level == .critical }
        #expect(lines.map(\.message) == ["a key file that rows need is gone or wrong"])
        #expect(lines.map(\.metadata) == [["file": "the key file vault.kek-1.key is missing"]], "one line, not two")
        let listed = try await fixture.callAsAdministrator(KeyList.self, Nothing()).keys
        #expect(listed.map(\.missingAt) == [["host-1:1"]])
        fixture.clock.advance(by: .seconds(61))
        try await fixture.vault.followOnce()
        #expect(try await person.pull().items.count == 1)
        fixture.keyFiles["kek-1"] = kept
        try await fixture.vault.refreshKeys()
        #expect(fixture.vault.damagedKeyFiles == 0)
        fixture.keyFiles["kek-1"] = nil
        try await fixture.vault.refreshKeys()
        #expect(fixture.log.messages(.critical).count == 2, "a file that is gone again is logged again")
    }

    @Test func `another key can become active while the file of the active one is missing`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        try await fixture.vault.useKeys()
        fixture.keyFiles["kek-1"] = nil
        try await fixture.vault.refreshKeys()
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        _ = try await fixture.callAsAdministrator(KeyActivate.self, .init(key: try kek(2)))
        try await fixture.vault.workOnDataKeys()
        #expect(try await fixture.keyStates() == ["kek-1 verifyOnly", "kek-2 active"])
        let retired = try await fixture.callAsAdministrator(KeyRetire.self, .init(key: try kek(1))).key
        #expect(retired.state == Open(.retired))
        #expect(try await person.pull().items.count == 1)
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
