import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// Several instances, administrators and people at once.
@Suite(.timeLimit(.minutes(2))) struct WrappingKeyRaceTests {
    @Test func `of two administrators who make two keys active at once, one wins and the other follows`() async throws {
        for round in 0..<6 {
            let instances = try await VaultStoreFixture.twoInstances(seed: UInt64(round) + 1)
            for id in ["kek-2", "kek-3"] {
                for fixture in instances { try await fixture.publish(id) }
            }
            let changes = try await instances.parallel(4) { fixture, turn in
                try await fixture.activate(turn % 2 == 0 ? "kek-2" : "kek-3")
            }
            let states = try await instances[0].keyStates()
            #expect(states.filter { $0.hasSuffix(" active") }.count == 1 && states[0] == "kek-1 verifyOnly")
            #expect(changes.allSatisfy { $0.isDone || $0 == .wrongState(.verifyOnly) }, "\(changes)")
        }
    }

    @Test func `first pushes, activations and retirements at once leave no data key under a retired key`() async throws
    {
        let instances = try await VaultStoreFixture.twoInstances()
        let administrator = instances[0]
        for number in 2...8 {
            for fixture in instances { try await fixture.publish("kek-\(number)") }
        }
        let accounts = (0..<48).map { _ in administrator.id() as AccountID }
        let done = Latch()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = try await instances.parallel(accounts.count) { fixture, turn in
                    _ = try await fixture.store.push(
                        [fixture.op(.create, fixture.id(), fixture.note("\(turn)"))], to: accounts[turn],
                        by: fixture.device, at: fixture.now)
                }
                done.open()
            }
            group.addTask {
                for number in 2...8 {
                    _ = try await administrator.activate("kek-\(number)")
                    let former = "kek-\(number - 1)"
                    while !(try await administrator.store.retireWrappingKey(former, at: administrator.now).isDone) {
                        _ = try? await instances[number % 2].rewrapAll(former, limit: 3)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(done.isOpen)
        #expect(Set(try await administrator.wrappers()) == ["kek-8"])
        #expect(try await administrator.wrappers().count == accounts.count)
        let fresh = try await administrator.reopened(keys: .holding("kek-8"))
        for (turn, account) in accounts.enumerated() {
            let items = try await fresh.pull(account, from: nil, at: administrator.now).items
            #expect(items.map(\.text) == [#"{"text":"\#(turn)"}"#])
        }
    }

    @Test func `a data key that changed or vanished since it was read is left alone`() async throws {
        let database = InterruptedDatabase(try await StoreLocation(VaultSchema.migrations).open())
        let fixture = try await VaultStoreFixture(on: database, random: SeededRandom(seed: 1).random)
        let other = try await VaultStoreFixture(on: database, random: SeededRandom(seed: 2).random)
        try await fixture.create(fixture.id(), "1")
        try await other.create(other.id(), "2")
        try await fixture.makeActive("kek-2")
        let store = fixture.store, now = fixture.now
        database.interrupt(.write) { _ in
            _ = try await store.rewrap("kek-1", limit: 1)
            _ = try await store.purge(other.account, at: now)
        }
        #expect(try await fixture.rewrapAll("kek-1") <= 1)
        #expect(try await fixture.wrappers() == ["kek-2"])
        #expect(try await fixture.count("vault_dek") == 1)
        #expect(try await other.count("vault_dek") == 0)
        let fresh = try await fixture.reopened(keys: .holding("kek-2", "kek-1"))
        #expect(try await fresh.pull(fixture.account, from: nil, at: now).items.map(\.text) == [#"{"text":"1"}"#])
    }

    /// As after a restored database, in which an account has renewed its data key since.
    @Test(arguments: ["kek-1", "kek-2"])
    func `a data key that another one has replaced under its number is left alone`(kek: String) async throws {
        let database = InterruptedDatabase(try await StoreLocation(VaultSchema.migrations).open())
        let fixture = try await VaultStoreFixture(on: database, random: SeededRandom(seed: 1).random)
        try await fixture.create(fixture.id())
        try await fixture.makeActive("kek-2")
        let replacing = Array(repeating: UInt8(1), count: 60)
        database.interrupt(.write) { _ in
            try await fixture.tamper("UPDATE vault_dek SET kek = $1, wrapped = $2", .text(kek), .bytes(replacing))
        }
        #expect(try await fixture.store.rewrap("kek-1").changed == 0)
        let rows = try await database.select(Statement("SELECT kek, wrapped FROM vault_dek"))
        #expect(try rows.map { try $0.text(0) } == [kek])
        #expect(try rows.map { try $0.bytes(1) } == [replacing])
    }

    @Test func `a data key that cannot be unwrapped is reported, keeps its wrapping key and keeps nobody else waiting`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        let other = try await VaultStoreFixture(on: fixture.database, random: SeededRandom(seed: 2).random)
        try await fixture.create(fixture.id())
        try await other.create(other.id())
        try await fixture.tamper(
            "UPDATE vault_dek SET wrapped = $2 WHERE account = $1", .bytes(fixture.account.bytes),
            .bytes(Array(repeating: 1, count: 60)))
        try await fixture.makeActive("kek-2")
        let outcome = try await fixture.store.rewrap("kek-1")
        #expect(outcome.changed == 1 && outcome.unreadable == [fixture.account] && outcome.next == nil)
        #expect(try await fixture.store.retireWrappingKey("kek-1", at: fixture.now) == .needed(rows: 1))
        try await fixture.store.purge(fixture.account, at: fixture.now)
        #expect(try await fixture.store.retireWrappingKey("kek-1", at: fixture.now).isDone)
    }
}
