import Cryptography
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// A wrapping key is published, active, kept for its rows and retired, and never used by an instance that lacks it.
@Suite struct WrappingKeyTests {
    @Test(.requirement("K3"))
    func `a new key wraps new data keys once it is active, the others are wrapped anew, and the former one is retired`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        let other = try await VaultStoreFixture(on: fixture.database, random: SeededRandom(seed: 2).random)
        try await fixture.create(fixture.id(), "1")
        try await fixture.publish("kek-2")
        #expect(try await fixture.keyStates() == ["kek-1 active", "kek-2 published"])
        #expect(try await fixture.activate("kek-2").isDone)
        #expect(try await fixture.keyStates() == ["kek-1 verifyOnly", "kek-2 active"])
        _ = try await other.store.readWrappingKeys(at: other.now) { SampleKEK.key($0) }
        try await other.create(other.id(), "2")
        #expect(Set(try await fixture.wrappers()) == ["kek-1", "kek-2"])
        #expect(try await fixture.store.retireWrappingKey("kek-1", at: fixture.now) == .needed(rows: 1))
        #expect(try await fixture.rewrapAll("kek-1") == 1)
        #expect(try await fixture.wrappers() == ["kek-2", "kek-2"])
        #expect(try await fixture.store.retireWrappingKey("kek-1", at: fixture.now).isDone)
        #expect(try await fixture.keyStates() == ["kek-1 retired", "kek-2 active"])
        let fresh = try await fixture.reopened(keys: .holding("kek-2"))
        #expect(
            try await fresh.pull(fixture.account, from: nil, at: fixture.now).items.map(\.text) == [#"{"text":"1"}"#])
        #expect(try await fresh.pull(other.account, from: nil, at: fixture.now).items.map(\.text) == [#"{"text":"2"}"#])
    }

    @Test(arguments: [(200, [200, 0]), (201, [200, 1])])
    func `a transaction wraps at most 200 data keys`(accounts: Int, changed: [Int]) async throws {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<accounts {
            let create = fixture.op(.create, fixture.id(), fixture.note("x"))
            _ = try await fixture.store.push([create], to: fixture.id(), by: fixture.device, at: fixture.now)
        }
        try await fixture.makeActive("kek-2")
        let first = try await fixture.store.rewrap("kek-1")
        let second = try await fixture.store.rewrap("kek-1", after: first.next)
        #expect([first.changed, second.changed] == changed && first.next != nil && second.next == nil)
    }

    @Test func `a key does not become active while a running instance lacks it, and an instance runs for 15 s`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        try await fixture.publish("kek-2")
        let lacking = VaultInstance(fixture.id(), name: "b", keys: ["kek-1"])
        _ = try await fixture.store.report(
            VaultInstance(fixture.id(), name: "a", keys: ["kek-1", "kek-2"]), at: fixture.now)
        _ = try await fixture.store.report(lacking, at: fixture.now)
        fixture.clock.advance(by: .seconds(15))
        #expect(try await fixture.activate("kek-2") == .missing(at: ["b"]))
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await fixture.activate("kek-2").isDone)
    }

    @Test func `an instance whose clock is 20 s behind the others' does not count as stopped`() async throws {
        let fixture = try await VaultStoreFixture(), slow = fixture.now - .seconds(20)
        try await fixture.publish("kek-2")
        let ahead = VaultInstance(fixture.id(), name: "a", keys: ["kek-1", "kek-2"])
        let behind = VaultInstance(fixture.id(), name: "b", keys: ["kek-1"])
        _ = try await fixture.store.report(ahead, at: fixture.now)
        _ = try await fixture.store.report(behind, at: slow)
        #expect(try await fixture.activate("kek-2") == .missing(at: ["b"]))
        #expect(
            try await fixture.store.activateWrappingKey("kek-2", SampleKEK.key("kek-2"), at: slow)
                == .missing(at: ["b"]))
        #expect(try await fixture.store.runningInstances(at: fixture.now).map(\.name) == ["a", "b"])
    }

    @Test func `an instance that has stopped is not waited for, and one that has read the key later is not either`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        try await fixture.publish("kek-2")
        let (stopped, late): (InstanceID, InstanceID) = (fixture.id(), fixture.id())
        for (id, name) in [(stopped, "a"), (late, "b")] {
            _ = try await fixture.store.report(VaultInstance(id, name: name, keys: ["kek-1"]), at: fixture.now)
        }
        #expect(try await fixture.activate("kek-2") == .missing(at: ["a", "b"]))
        try await fixture.store.forget(stopped)
        _ = try await fixture.store.report(VaultInstance(late, name: "b", keys: ["kek-1", "kek-2"]), at: fixture.now)
        #expect(try await fixture.activate("kek-2").isDone)
    }

    @Test func `an instance that starts without the active key learns it from its own report`() async throws {
        let instances = try await VaultStoreFixture.twoInstances()
        try await instances[0].makeActive("kek-2")
        let report = VaultInstance(instances[1].id(), name: "b", keys: ["kek-1"])
        #expect(try await instances[1].store.report(report, at: instances[1].now) == ["kek-2"])
        await #expect(throws: VaultStoreFault.keyMissing("kek-2")) { try await instances[1].create(instances[1].id()) }
        let reading = try await instances[1].store.readWrappingKeys(at: instances[1].now) { id in
            if id == "kek-2" { throw Unexpected(what: "no file of \(id)") }
            return SampleKEK.key(id)
        }
        #expect(reading.present == ["kek-1"] && reading.missingKeys.count == 1 && reading.damagedFiles.isEmpty)
        let copied = try await instances[1].store.readWrappingKeys(at: instances[1].now) { SampleKEK.key($0) }
        #expect(copied.present == ["kek-1", "kek-2"] && copied.missingKeys.isEmpty)
        try await instances[1].create(instances[1].id())
        #expect(try await instances[1].store.report(report, at: instances[1].now) == [])
    }

    @Test func `the file of a key that is held is missed at once, and the key stays in use`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id(), "1")
        for read in [{ _ in throw Unexpected(what: "gone") }, { _ in SampleKEK.key("kek-9") }]
            as [@Sendable (String) throws -> Key256]
        {
            let reading = try await fixture.store.readWrappingKeys(at: fixture.now, read)
            #expect(reading.present.isEmpty && reading.damagedFiles.count == 2 && reading.missingKeys.isEmpty)
        }
        fixture.clock.advance(by: .seconds(60))
        #expect(try await fixture.everything().map(\.text) == [#"{"text":"1"}"#])
    }

    @Test(arguments: [("index-1", 1), ("kek-1", 1), ("kek-2", 0)])
    func `the wrong file of the index key counts as damaged, and that of a key that is only published does not`(
        wrong: String, count: Int
    ) async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.publish("kek-2")
        _ = try await fixture.store.readWrappingKeys(at: fixture.now) { SampleKEK.key($0) }
        let reading = try await fixture.store.readWrappingKeys(at: fixture.now) { id in
            SampleKEK.key(id == wrong ? "kek-9" : id)
        }
        #expect(reading.damagedFiles.count == count && reading.missingKeys.isEmpty)
    }

    @Test(arguments: [(Duration.milliseconds(59_999), true), (.seconds(60), false)])
    func `a retired key stays in the memory for 60 s, for transactions whose snapshot is older`(
        age: Duration, isHeld: Bool
    ) async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        try await fixture.makeActive("kek-2")
        try await fixture.tamper("CREATE TABLE kept AS SELECT * FROM vault_dek")
        try await fixture.rewrapAll("kek-1")
        #expect(try await fixture.store.retireWrappingKey("kek-1", at: fixture.now).isDone)
        fixture.clock.advance(by: age)
        _ = try await fixture.store.readWrappingKeys(at: fixture.now) { SampleKEK.key($0) }
        // The row as a snapshot has it that is older than the retirement, and no key in the cache.
        try await fixture.tamper("DELETE FROM vault_dek")
        try await fixture.tamper("INSERT INTO vault_dek SELECT * FROM kept")
        try await fixture.tamper("UPDATE vault_head SET dek_set = NULL")
        if isHeld {
            #expect(try await fixture.everything().count == 1)
        } else {
            await #expect(throws: VaultStoreFault.keyMissing("kek-1")) { try await fixture.everything() }
        }
    }

    @Test func `a published key that nobody needs may be missing at the start, and is not used`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.publish("kek-2")
        let fresh = try await fixture.reopened(keys: .holding("kek-1"))
        _ = try await fresh.push(
            [fixture.op(.create, fixture.id(), fixture.note("x"))], to: fixture.account, by: fixture.device,
            at: fixture.now)
        #expect(try await fixture.wrappers() == ["kek-1"])
        #expect(try await fresh.retireWrappingKey("kek-2", at: fixture.now).isDone)
    }

    @Test func `a key is refused that is unknown, active, or published with another key under its number`() async throws
    {
        let fixture = try await VaultStoreFixture(), store = fixture.store
        #expect(try await fixture.activate("kek-2") == .unknown)
        #expect(try await store.retireWrappingKey("kek-2", at: fixture.now) == .unknown)
        #expect(try await store.retireWrappingKey("index-1", at: fixture.now) == .unknown)
        #expect(try await store.retireWrappingKey("kek-1", at: fixture.now) == .wrongState(.active))
        #expect(try await fixture.activate("kek-1").isDone)
        try await fixture.publish("kek-2")
        #expect(try await store.publishWrappingKey("kek-2", SampleKEK.key("kek-3"), at: fixture.now) == .otherKey)
        #expect(try await fixture.publish("kek-2").isDone)
        try await fixture.makeActive("kek-2")
        #expect(try await fixture.activate("kek-1") == .wrongState(.verifyOnly))
        #expect(try await store.retireWrappingKey("kek-1", at: fixture.now).isDone)
        #expect(try await store.retireWrappingKey("kek-1", at: fixture.now).isDone)
        #expect(try await fixture.activate("kek-1") == .wrongState(.retired))
    }

    @Test func `the keys of an earlier version get a time with the first report, and a change keeps its own`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        #expect(try await fixture.store.wrappingKeys().map(\.since) == [Instant(ms: 0)])
        let began = fixture.now
        _ = try await fixture.store.report(VaultInstance(fixture.id(), name: "a", keys: ["kek-1", "kek-2"]), at: began)
        fixture.clock.advance(by: .seconds(5))
        try await fixture.makeActive("kek-2")
        #expect(try await fixture.store.wrappingKeys().map(\.since) == [fixture.now, fixture.now])
        _ = try await fixture.store.report(VaultInstance(fixture.id(), name: "a", keys: []), at: fixture.now)
        #expect(try await fixture.store.wrappingKeys().map(\.since) == [fixture.now, fixture.now])
    }

    @Test func `each change of a state is in the audit log, with its administrator`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.makeActive("kek-2")
        _ = try await fixture.store.retireWrappingKey("kek-1", at: fixture.now)
        let rows = try await fixture.database.select(Statement("SELECT detail, actor FROM audit WHERE kind = 'key'"))
        #expect(
            Set(try rows.map { "\(try $0.text(0)) \(try $0.text(1))" }) == [
                "kek-2 published administrator", "kek-1 verifyOnly administrator", "kek-2 active administrator",
                "kek-1 retired administrator",
            ])
    }
}

extension WrappingKeyChange {
    /// True if the key has the wanted state.
    var isDone: Bool {
        if case .done = self { return true }
        return false
    }
}
