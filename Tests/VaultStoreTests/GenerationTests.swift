import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Synchronization
import Testing
import VaultStore

/// A generation is one row; each account begins its new epoch when it is next used.
@Suite struct GenerationTests {
    @Test func `beginning a generation changes no account`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        let before = try await fixture.database.contents()
        try await fixture.beginGeneration()
        let after = try await fixture.database.contents()
        for table in after.keys where table != "generation" { #expect(after[table] == before[table], "\(table)") }
        #expect(after["generation"]?.count == 1)
    }

    /// A call that can be the first one on an account.
    enum FirstCall: CaseIterable { case head, pull, push, list, secret, check }

    @Test(arguments: FirstCall.allCases)
    func `the first call on an account begins its epoch, and later calls begin no other`(call: FirstCall) async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.create(id)
        let cursor = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        try await fixture.beginGeneration()
        let changed = VaultStoreFault.resyncRequired(.epochChanged(epoch: cursor.epoch, end: 1))
        for _ in 0..<2 {
            switch call {
            case .head:
                #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).previousEpochEnd == 1)
            case .pull:
                await #expect(throws: changed) {
                    try await fixture.store.pull(fixture.account, from: cursor, at: fixture.now)
                }
            case .push:
                await #expect(throws: changed) {
                    try await fixture.store.push(
                        [fixture.op(.trash, id, on: 1)], to: fixture.account, by: fixture.device, at: fixture.now,
                        from: cursor)
                }
            case .list: #expect(try await fixture.store.list(fixture.account).seq > 1 << 32)
            case .secret: #expect(try await fixture.store.secret(id, of: fixture.account)?.rev == 1)
            case .check:
                await #expect(throws: changed) {
                    try await fixture.store.check(cursor, of: fixture.account, at: fixture.now)
                }
            }
            #expect(try await fixture.count("vault_epoch") == 1)
        }
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(head.epoch != cursor.epoch && head.seq == 1 + head.epoch.jump && head.generation == 1)
    }

    @Test func `an account that is first used in a generation begins no further epoch in it`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.beginGeneration()
        try await fixture.create(fixture.id())
        #expect(try await fixture.count("vault_epoch") == 0)
    }

    @Test(.requirement("X4"))
    func `no rev is assigned twice when a copy is restored twice, nor to an account that no copy contains`()
        async throws
    {
        var revs: Set<Int64> = []
        for (seed, isInCopy) in [true, true, false, false].enumerated() {
            let fixture = try await VaultStoreFixture(seed: UInt64(seed))
            if isInCopy { try await fixture.create(fixture.id()) }
            try await fixture.beginGeneration()
            guard case .applied(let rev) = try await fixture.push(fixture.op(.create, fixture.id(), fixture.note("x")))
            else { return #expect(Bool(false), "the secret was not created") }
            let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
            #expect(rev == (isInCopy ? 2 : 1) + head.epoch.jump && head.epoch.jump >= 1 << 32)
            revs.insert(rev)
        }
        #expect(revs.count == 4)
    }

    @Test(.requirement("X4"), arguments: [(0, 1 << 32), (UInt128(1) << 32, 1 << 32), (UInt128.max, 1 << 33 - 1)])
    func `sequence numbers jump by at least 2^32 and less than 2^33`(bits: UInt128, jump: Int64) {
        #expect(EpochID(bits: bits).jump == jump)
    }

    @Test func `a purged account stays purged, without another epoch`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        try await fixture.store.purge(fixture.account, at: fixture.now)
        try await fixture.beginGeneration()
        await #expect(throws: VaultStoreFault.purged) {
            try await fixture.store.head(of: fixture.account, at: fixture.now)
        }
        await #expect(throws: VaultStoreFault.purged) { try await fixture.create(fixture.id()) }
        #expect(try await fixture.count("vault_epoch") == 0)
    }

    @Test func `two generations before the next use are one epoch`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        for _ in 0..<2 { try await fixture.beginGeneration() }
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(head.generation == 2)
        #expect(try await fixture.count("vault_epoch") == 1)
    }

    @Test func `sixteen calls at once on two instances begin one epoch`() async throws {
        let instances = try await VaultStoreFixture.twoInstances()
        try await instances[0].create(instances[0].id())
        try await instances[0].beginGeneration()
        let epochs = try await instances.parallel(16) { fixture, turn in
            if turn % 4 == 0 { try await fixture.create(fixture.id()) }
            return try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
        }
        #expect(Set(epochs).count == 1)
        #expect(try await instances[0].count("vault_epoch") == 1)
    }

    @Test func `every instance acts on a new generation once, when it first sees it`() async throws {
        let instances = try await VaultStoreFixture.twoInstances()
        let counts = instances.map { instance in
            let count = Counter()
            instance.store.onNewGeneration { _ in count.value.withLock { $0 += 1 } }
            return count
        }
        _ = try await instances[0].store.head(of: instances[0].account, at: instances[0].now)
        try await instances[0].beginGeneration()
        for _ in 0..<2 { _ = try await instances[0].store.head(of: instances[0].account, at: instances[0].now) }
        #expect(counts.map { $0.value.withLock { $0 } } == [1, 0])
        for _ in 0..<2 { _ = try await instances[1].store.heads(of: [instances[1].account]) }
        #expect(counts.map { $0.value.withLock { $0 } } == [1, 1])
    }

    @Test func `the heads of several accounts are read at once, without unknown and purged ones`() async throws {
        let fixture = try await VaultStoreFixture()
        let second: AccountID = fixture.id(), purged: AccountID = fixture.id()
        for account in [second, second, purged] {
            _ = try await fixture.store.push(
                [fixture.op(.create, fixture.id(), fixture.note("one"))], to: account, by: fixture.device,
                at: fixture.now)
        }
        try await fixture.create(fixture.id())
        _ = try await fixture.store.purge(purged, at: fixture.now)
        let heads = try await fixture.store.heads(of: [fixture.account, second, purged, fixture.id()])
        #expect(heads == [fixture.account: 1, second: 2])
    }

    @Test func `a cursor above the head begins a generation and is answered with the end of its epoch`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        let ahead = PullCursor(epoch: head.epoch, seq: 2, pullStart: 0)
        let changed = VaultStoreFault.resyncRequired(.epochChanged(epoch: head.epoch, end: 1))
        for _ in 0..<2 {
            await #expect(throws: changed) {
                try await fixture.store.pull(fixture.account, from: ahead, at: fixture.now)
            }
        }
        await #expect(throws: changed) {
            try await fixture.store.push(
                [fixture.op(.create, fixture.id(), fixture.note("x"))], to: fixture.account, by: fixture.device,
                at: fixture.now, from: ahead)
        }
        #expect(try await number(in: fixture) == 1)
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).previousEpochEnd == 1)
        let epoch = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
        let atHead = PullCursor(epoch: epoch, seq: 1 + epoch.jump, pullStart: 0)
        #expect(try await fixture.store.pull(fixture.account, from: atHead, at: fixture.now).items.isEmpty)
        #expect(try await number(in: fixture) == 1)
    }

    /// The copy that was restored contains the cursor's epoch, so it was made after the generation in force had begun.
    @Test(arguments: [(false, Instant(ms: 0)), (true, nil)], [false, true])
    func `a cursor above the head asks for the deletions since the generation in force began`(
        generation: (isThere: Bool, expected: Instant?), isPushed: Bool
    ) async throws {
        let (hasGeneration, expected) = generation
        let fixture = try await VaultStoreFixture()
        try await fixture.tamper("INSERT INTO lineage (id, system, timeline, position) VALUES (1, 7, 1, 5)")
        fixture.clock.advance(by: .days(1))
        let began = fixture.now
        if hasGeneration { try await fixture.beginGeneration() }
        fixture.clock.advance(by: .days(1))
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        _ = try await fixture.store.heads(of: [fixture.account])
        #expect(try await PendingReplay.read(on: fixture.database) == nil)
        let seen = Mutex<[Int64]>([])
        fixture.store.onNewGeneration { number in seen.withLock { $0.append(number) } }
        let ahead = PullCursor(epoch: head.epoch, seq: head.seq + 1, pullStart: 0)
        await #expect(throws: VaultStoreFault.resyncRequired(.epochChanged(epoch: head.epoch, end: head.seq))) {
            if isPushed {
                _ = try await fixture.store.push(
                    [], to: fixture.account, by: fixture.device, at: fixture.now, from: ahead)
            } else {
                _ = try await fixture.store.pull(fixture.account, from: ahead, at: fixture.now)
            }
        }
        let pending = try await PendingReplay.read(on: fixture.database)
        #expect(pending?.since == expected ?? began - .hours(1))
        let begunAt = try await fixture.database.select(
            Statement("SELECT begun_at FROM generation ORDER BY number DESC LIMIT 1"))
        #expect(try begunAt[0].instant(0) == fixture.now)
        #expect(seen.withLock { $0 } == [hasGeneration ? 2 : 1])
        #expect(try await fixture.database.read { try Generations.current(in: $0) } == pending?.generation)
    }

    @Test func `cursors above the head that arrive at two instances at once begin one generation and one epoch`()
        async throws
    {
        let instances = try await VaultStoreFixture.twoInstances()
        let head = try await instances[0].store.head(of: instances[0].account, at: instances[0].now)
        let ahead = PullCursor(epoch: head.epoch, seq: 7, pullStart: 0)
        let faults = try await instances.parallel(8) { fixture, _ in
            await #expect(throws: VaultStoreFault.self) {
                try await fixture.store.pull(fixture.account, from: ahead, at: fixture.now)
            }
        }
        #expect(Set(faults) == [.resyncRequired(.epochChanged(epoch: head.epoch, end: 0))])
        #expect(try await number(in: instances[0]) == 1)
        #expect(try await instances[0].count("vault_epoch") == 1)
    }

    @Test func `a push from the head begins no generation`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        let cursor = PullCursor(epoch: head.epoch, seq: head.seq, pullStart: 0)
        let op = fixture.op(.create, fixture.id(), fixture.note("x"))
        let pushed = try await fixture.store.push(
            [op], to: fixture.account, by: fixture.device, at: fixture.now, from: cursor)
        #expect(pushed.outcomes[0].word == "applied")
        #expect(try await number(in: fixture) == 0)
    }

    @Test func `a base above the head begins no generation`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.create(id)
        let epoch = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
        var op = fixture.op(.update, id, fixture.note("x"))
        op.base = .rev(epoch: epoch, rev: 99)
        #expect(try await fixture.push(op).word == "conflict")
        #expect(try await number(in: fixture) == 0)
    }

    private func number(in fixture: VaultStoreFixture) async throws -> Int64 {
        try await fixture.database.select(Generations.selectNumber)[0].int(0)
    }
}

/// A counter that several tasks may change.
private final class Counter: Sendable {
    let value = Mutex(0)
}
