import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

@Suite(.timeLimit(.minutes(1))) struct `The vault over two instances` {
    @Test func `thirty-two parallel first pushes of an account make one head and one key, and the revs 1 to 32`()
        async throws
    {
        let instances = try await VaultStoreFixture.twoInstances()
        let pushed = try await instances.parallel(32) { fixture, turn in
            let made = try await fixture.store.push(
                [fixture.op(.create, fixture.id(), fixture.note("\(turn)"))], to: fixture.account, by: fixture.device,
                at: fixture.now)
            guard case .applied(let rev) = made.outcomes[0] else { throw Unexpected(what: "\(made)") }
            return (rev: rev, epoch: made.head.epoch)
        }
        #expect(pushed.map(\.rev).sorted() == Array(1...32))
        #expect(Set(pushed.map(\.epoch)).count == 1)
        #expect(try await instances[0].count("vault_head") == 1)
        #expect(try await instances[0].count("vault_dek") == 1)
        #expect(try await instances[1].everything().map(\.rev) == Array(1...32))
        #expect(try await instances[1].everything().allSatisfy { $0.text != nil })
    }

    @Test(.requirement("I15")) func `four devices that pull in pages while eight push miss no rev and read none twice`()
        async throws
    {
        let instances = try await VaultStoreFixture.twoInstances()
        let pushesDone = Latch()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in 0..<4 {
                let fixture = instances[reader % 2]
                group.addTask {
                    var seen: [Int64] = [], cursor: PullCursor?
                    while true {
                        let wasDone = pushesDone.isOpen
                        let page = try await fixture.store.pull(
                            fixture.account, from: cursor, at: fixture.now, limit: 3 + reader)
                        seen += page.items.map(\.rev)
                        cursor = page.cursor
                        #expect(!page.hasMore || !page.items.isEmpty)
                        if wasDone, page.items.isEmpty { break }
                        await Task.yield()
                    }
                    #expect(seen == Array(1...160))
                }
            }
            group.addTask {
                _ = try await instances.parallel(8) { fixture, _ in
                    for _ in 0..<20 { try await fixture.create(fixture.id()) }
                }
                pushesDone.open()
            }
            try await group.waitForAll()
        }
    }

    @Test(.requirement("I12")) func `a purge that races with first pushes leaves neither key nor row`() async throws {
        for round in 0..<8 {
            let instances = try await VaultStoreFixture.twoInstances(seed: UInt64(round) + 1)
            _ = try await instances.parallel(16) { fixture, turn in
                if turn == round { return _ = try await fixture.store.purge(fixture.account, at: fixture.now) }
                _ = try? await fixture.create(fixture.id())
            }
            for table in ["vault_dek", "vault_item", "vault_op", "vault_version"] {
                #expect(try await instances[0].count(table) == 0, "\(table) in round \(round)")
            }
            await #expect(throws: VaultStoreFault.purged) { try await instances[1].create(instances[1].id()) }
        }
    }

    @Test func `when either of two parallel purges returns, no row is left`() async throws {
        let instances = try await VaultStoreFixture.twoInstances()
        let ops = (0..<100).map { instances[0].op(.create, instances[0].id(), instances[0].note("\($0)")) }
        for turn in 0..<12 {
            let more = ops.map { SecretOp(.create, instances[0].id(), opID: instances[0].id(), content: $0.content) }
            _ = try await instances[turn % 2].store.push(
                more, to: instances[0].account, by: instances[0].device, at: instances[turn % 2].now)
        }
        let erased = try await instances.parallel(2) { fixture, _ in
            let erased = try await fixture.store.purge(fixture.account, at: fixture.now)
            #expect(try await fixture.count("vault_item") == 0)
            #expect(try await fixture.count("vault_op") == 0)
            return erased
        }
        #expect(erased.reduce(0, +) == 1_200)
    }

    @Test func `eight instances that start on an empty database record the same keys`() async throws {
        let databases = try await StoreLocation(VaultSchema.migrations).openTwice()
        let clock = StoppedClock(), random = SeededRandom().random
        try await withThrowingTaskGroup(of: Void.self) { group in
            for turn in 0..<8 {
                group.addTask {
                    _ = try await VaultStore.open(
                        databases[turn % 2], keys: .sample(), steady: clock.steady, random: random)
                }
            }
            try await group.waitForAll()
        }
        let states = try await databases[0].read {
            try $0.run(Statement("SELECT id, state FROM vault_key ORDER BY id")).map {
                "\(try $0.text(0)) \(try $0.text(1))"
            }
        }
        #expect(states == ["index-1 index", "kek-1 active"])
    }
}

extension [VaultStoreFixture] {
    /// Runs `work` so many times in parallel, on the fixtures in turn, with the number of the run.
    func parallel<T: Sendable>(
        _ times: Int, _ work: @escaping @Sendable (VaultStoreFixture, Int) async throws -> T
    ) async throws -> [T] {
        try await withThrowingTaskGroup(of: T.self) { group in
            for turn in 0..<times {
                let fixture = self[turn % count]
                group.addTask { try await work(fixture, turn) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
