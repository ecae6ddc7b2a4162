import Cryptography
import Domain
import Primitives
import StoreSupport
import Support
import Testing
import VaultStore

/// A wrapping key whose file is wrong, missing or a copy of another key's file loses no data key, and ends the use of none.
@Suite struct WrappingKeyFileTests {
    @Test func `a key whose file holds other bytes than the published ones does not become active`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.publish("kek-2")
        let other = SampleKEK.key("kek-3")
        #expect(try await fixture.store.activateWrappingKey("kek-2", other, at: fixture.now) == .otherKey)
        #expect(try await fixture.keyStates() == ["kek-1 active", "kek-2 published"])
        #expect(try await fixture.activate("kek-2").isDone)
    }

    @Test(arguments: ["active", "verifyOnly", "retired", "published"])
    func `the same key under another number is refused, whatever the state of the first`(state: String) async throws {
        let fixture = try await VaultStoreFixture()
        if state != "active" { try await fixture.publish("kek-2") }
        if state == "verifyOnly" || state == "retired" { _ = try await fixture.activate("kek-2") }
        if state == "retired" { _ = try await fixture.store.retireWrappingKey("kek-1", at: fixture.now) }
        let first = state == "published" ? "kek-2" : "kek-1"
        let before = try await fixture.keyStates()
        #expect(before.contains("\(first) \(state)"))
        let change = try await fixture.store.publishWrappingKey("kek-3", SampleKEK.key(first), at: fixture.now)
        #expect(change == .sameKey(as: first))
        #expect(try await fixture.keyStates() == before)
        #expect(try await fixture.publish("kek-3").isDone)
    }

    @Test func `the index key is refused as a wrapping key`() async throws {
        let fixture = try await VaultStoreFixture()
        let change = try await fixture.store.publishWrappingKey("kek-2", KeyRing.sampleIndex, at: fixture.now)
        #expect(change == .sameKey(as: "index-1"))
    }

    @Test func `a copy of a key's file that was recorded at a start does not become active`() async throws {
        let fixture = try await VaultStoreFixture()
        let copied = SampleKEK.key("kek-1")
        let ring = KeyRing(
            wrapping: [.init("kek-1", copied), .init("kek-2", copied)], index: .init("index-1", KeyRing.sampleIndex))
        let store = try await fixture.reopened(keys: ring)
        #expect(try await fixture.keyStates() == ["kek-1 active", "kek-2 published"])
        #expect(try await store.activateWrappingKey("kek-2", copied, at: fixture.now) == .sameKey(as: "kek-1"))
        #expect(try await store.publishWrappingKey("kek-2", copied, at: fixture.now) == .sameKey(as: "kek-1"))
        #expect(try await fixture.keyStates() == ["kek-1 active", "kek-2 published"])
    }

    @Test func `of two administrators who publish one key under two numbers at once, one is refused`() async throws {
        for round in 0..<6 {
            let instances = try await VaultStoreFixture.twoInstances(seed: UInt64(round) + 1)
            let changes = try await instances.parallel(2) { fixture, turn in
                try await fixture.store.publishWrappingKey("kek-\(turn + 2)", SampleKEK.key("kek-9"), at: fixture.now)
            }
            #expect(changes.filter(\.isDone).count == 1, "\(changes)")
            #expect(try await instances[0].keyStates().count == 2)
        }
    }

    @Test func `no key is retired while the active key's file is missing or wrong at an instance that runs`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        try await fixture.makeActive("kek-2")
        let damaged = VaultInstance(fixture.id(), name: "b", keys: ["kek-1"])
        _ = try await fixture.store.report(
            VaultInstance(fixture.id(), name: "a", keys: ["kek-1", "kek-2"]), at: fixture.now)
        _ = try await fixture.store.report(damaged, at: fixture.now)
        fixture.clock.advance(by: VaultInstance.lifetime)
        let retire = { try await fixture.store.retireWrappingKey("kek-1", at: fixture.now) }
        #expect(try await retire() == .activeKeyMissing("kek-2", at: ["b"]))
        #expect(try await fixture.keyStates() == ["kek-1 verifyOnly", "kek-2 active"])
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await retire().isDone)
    }

    @Test func `a former key that may be retired needs no file of its own`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.makeActive("kek-2")
        _ = try await fixture.store.report(VaultInstance(fixture.id(), name: "a", keys: ["kek-2"]), at: fixture.now)
        #expect(try await fixture.store.retireWrappingKey("kek-1", at: fixture.now).isDone)
    }

    @Test func `no data key is wrapped anew while the active key's file is missing or wrong`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id(), "1")
        try await fixture.makeActive("kek-2")
        for read in [
            { id in id == "kek-2" ? SampleKEK.key("kek-9") : SampleKEK.key(id) },
            { id in
                if id == "kek-2" { throw Unexpected(what: "gone") }
                return SampleKEK.key(id)
            },
        ] as [@Sendable (String) throws -> Key256] {
            _ = try await fixture.store.readWrappingKeys(at: fixture.now, read)
            await #expect(throws: VaultStoreFault.keyMissing("kek-2")) { try await fixture.rewrapAll("kek-1") }
            #expect(try await fixture.wrappers() == ["kek-1"])
        }
        _ = try await fixture.store.readWrappingKeys(at: fixture.now) { SampleKEK.key($0) }
        #expect(try await fixture.rewrapAll("kek-1") == 1)
        #expect(try await fixture.wrappers() == ["kek-2"])
    }
}
