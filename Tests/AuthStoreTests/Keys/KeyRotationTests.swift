import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `States of keys` {
    private let fixture: AuthStoreFixture
    private let one: KeyID, two: KeyID
    private let lead = Duration.seconds(600)

    init() async throws {
        fixture = try await AuthStoreFixture()
        one = try #require(KeyID(.signing, 1))
        two = try #require(KeyID(.signing, 2))
        _ = try await fixture.store.insertFirst([
            KeyRecord(one, .active, fingerprint: [1], since: fixture.now)
        ])
    }

    private func state(_ key: KeyID) async throws -> KeyState? {
        try await fixture.store.rotatingKeys().first { $0.id == key }?.state
    }

    private func publish(_ key: KeyID, fingerprint: [UInt8] = [2]) async throws -> KeyChange {
        try await fixture.store.publish(key, fingerprint: fingerprint, at: fixture.now)
    }

    private func activate(_ key: KeyID) async throws -> KeyChange {
        try await fixture.store.activate(key, lead: lead, at: fixture.now)
    }

    private func report(_ name: String, _ keys: Set<KeyID>) async throws {
        let id = InstanceID(bits: UInt128(name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }))
        try await fixture.store.report(RunningInstance(id, name: name, keys: keys), at: fixture.now)
    }

    @Test func `the first keys of a kind are inserted once`() async throws {
        let again = try await fixture.store.insertFirst([
            KeyRecord(two, .active, fingerprint: [2], since: fixture.now),
            KeyRecord(try #require(KeyID(.nonce, 1)), .active, fingerprint: [3], since: fixture.now),
        ])
        #expect(again.map(\.id.description) == ["nonce-1", "signing-1"])
    }

    @Test func `a published key becomes active when its lead has passed, and not a millisecond earlier`() async throws {
        guard case .done(let key) = try await publish(two) else { return #expect(Bool(false)) }
        #expect(key.state == .published)
        fixture.clock.advance(by: lead - .milliseconds(1))
        #expect(try await activate(two) == .tooEarly(until: fixture.now + .milliseconds(1)))
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await activate(two) == .done(KeyRecord(two, .active, fingerprint: [2], since: fixture.now)))
        #expect(try await state(one) == .verifyOnly)
        #expect(try await state(two) == .active)
    }

    @Test func `no key becomes active before every running instance has read it`() async throws {
        _ = try await publish(two)
        fixture.clock.advance(by: lead)
        try await report("a", [one, two])
        try await report("b", [one])
        #expect(try await activate(two) == .missing(at: ["b"]))
        #expect(try await state(two) == .published)
        fixture.clock.advance(by: RunningInstance.lifetime)
        #expect(try await activate(two) == .missing(at: ["b"]))
        fixture.clock.advance(by: .milliseconds(1))
        guard case .done = try await activate(two) else { return #expect(Bool(false), "b counts as stopped") }
    }

    @Test func `an instance that stops is not waited for`() async throws {
        _ = try await publish(two)
        fixture.clock.advance(by: lead)
        try await report("b", [one])
        let stopped = try await fixture.store.runningInstances(at: fixture.now)
        try await fixture.store.forget(try #require(stopped.first).id)
        guard case .done = try await activate(two) else { return #expect(Bool(false)) }
    }

    @Test func `a key that was not published, or is in use no more, does not become active`() async throws {
        #expect(try await activate(two) == .unknown)
        _ = try await publish(two)
        guard case .done = try await fixture.store.retire(two, at: fixture.now) else { return #expect(Bool(false)) }
        fixture.clock.advance(by: lead)
        #expect(try await activate(two) == .wrongState(.retired))
    }

    @Test func `a number is published with one key only`() async throws {
        _ = try await publish(two)
        #expect(try await publish(two, fingerprint: [9]) == .otherKey)
        guard case .done = try await publish(two) else { return #expect(Bool(false), "repeating changes nothing") }
    }

    @Test func `a copy of another key's file is not published under a new number`() async throws {
        _ = try await publish(two, fingerprint: [9])
        let three = try #require(KeyID(two.kind, 3))
        #expect(try await publish(three, fingerprint: [9]) == .sameKey(as: two))
        #expect(try await fixture.store.rotatingKeys().allSatisfy { $0.id != three })
        guard case .done = try await publish(three, fingerprint: [10]) else { return #expect(Bool(false)) }
    }

    @Test func `repeating a change changes nothing`() async throws {
        _ = try await publish(two)
        fixture.clock.advance(by: lead)
        let first = try await activate(two)
        fixture.clock.advance(by: .seconds(1))
        #expect(try await activate(two) == first)
        #expect(try await publish(two) == first, "a key that is active stays active")
    }

    @Test func `a key that was active is retired after 330 s, and the active one never`() async throws {
        _ = try await publish(two)
        fixture.clock.advance(by: lead)
        _ = try await activate(two)
        #expect(try await fixture.store.retire(two, at: fixture.now) == .wrongState(.active))
        let end = fixture.now + .seconds(330)
        fixture.clock.advance(by: .milliseconds(329_999))
        #expect(try await fixture.store.retire(one, at: fixture.now) == .tooEarly(until: end))
        #expect(try await state(one) == .verifyOnly)
        fixture.clock.advance(by: .milliseconds(1))
        guard case .done = try await fixture.store.retire(one, at: fixture.now) else { return #expect(Bool(false)) }
        #expect(try await state(one) == .retired)
    }

    @Test func `of many keys that are activated at once one is active in the end`() async throws {
        let keys = try (2...9).map { try #require(KeyID(.signing, $0)) }
        for key in keys { _ = try await publish(key, fingerprint: [UInt8(key.number)]) }
        fixture.clock.advance(by: lead)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for key in keys { group.addTask { _ = try await activate(key) } }
            try await group.waitForAll()
        }
        let states = try await fixture.store.rotatingKeys().map(\.state)
        #expect(states.count { $0 == .active } == 1)
        #expect(states.count { $0 == .verifyOnly } == 8)
    }

    @Test func `the keys of a former number are needed until its row is deleted, however long it can be undone`()
        async throws
    {
        let keys = try [KeyKind.seal, .index].map { try #require(KeyID($0, 1)) }
        #expect(try await fixture.store.rowsNeeding(keys, at: fixture.now).values.allSatisfy { $0 == 0 })
        _ = try await fixture.database.write { [fixture] transaction in
            try transaction.run(
                Statement(
                    """
                    INSERT INTO number_change (account, phone_index, index_key, phone_sealed, seal_key, by_message, made,
                        expires) VALUES ($1, $2, 1, $2, 1, 1, $3, $4)
                    """,
                    .identifier(fixture.random.id() as AccountID), .bytes([1]), .instant(fixture.now),
                    .instant(fixture.now + .hours(72))))
        }
        fixture.clock.advance(by: .hours(73))
        // A restore at this moment would allow the change to be undone for another 72 hours.
        let counts = try await fixture.store.rowsNeeding(keys, at: fixture.now)
        #expect(keys.allSatisfy { counts[$0] == 1 })
    }
}
