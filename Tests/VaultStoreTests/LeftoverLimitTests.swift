import Domain
import Primitives
import SQL
import StoreSupport
import Testing
import VaultStore

/// The limits on what an account leaves behind: tombstones, logged operations and former versions.
@Suite struct LeftoverLimitTests {
    @Test func `at the limit of tombstones nothing can be added, but secrets can be edited and deleted`() async throws {
        var limits = StoreLimits()
        (limits.tombstonesPerAccount, limits.itemsPerAccount) = (2, 2)
        let fixture = try await VaultStoreFixture(limits: limits)
        let ids: [SecretID] = (0..<4).map { _ in fixture.id() }
        try await fixture.bring(ids[0], to: .deleted)
        try await fixture.create(ids[1])
        try await fixture.create(ids[2])
        #expect(try await fixture.push(fixture.op(.create, ids[3], fixture.note("x"))) == .rejected(.tooManyItems))
        #expect(try await fixture.push(fixture.op(.delete, ids[1], on: 3)) == .applied(rev: 5))
        #expect(try await fixture.push(fixture.op(.create, ids[3], fixture.note("x"))) == .rejected(.tooManyTombstones))
        #expect(try await fixture.push(fixture.op(.update, ids[2], on: 4, fixture.note("y"))) == .applied(rev: 6))
        #expect(try await fixture.push(fixture.op(.delete, ids[2], on: 6)) == .applied(rev: 7))
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).tombstones == 3)
        var back = fixture.op(.restore, ids[0], on: 2, fixture.note("z"))
        #expect(try await fixture.push(back) == .applied(rev: 8))
        back = fixture.op(.restore, ids[1], on: 5, fixture.note("z"))
        #expect(try await fixture.push(back) == .applied(rev: 9))
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).tombstones == 1)
    }

    @Test func `at the limit of logged operations a further one is refused, and a retry is answered`() async throws {
        var limits = StoreLimits()
        limits.operationsPerAccount = 2
        let fixture = try await VaultStoreFixture(limits: limits)
        let ops = (0..<3).map { _ in fixture.op(.create, fixture.id(), fixture.note("x")) }
        let made = try await fixture.store.push(ops, to: fixture.account, by: fixture.device, at: fixture.now)
        #expect(made.outcomes == [.applied(rev: 1), .applied(rev: 2), .rejected(.logFull)])
        #expect(try await fixture.push(ops[0]) == .replayed(.applied(rev: 1)))
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).operations == 2)
    }

    @Test func `a call whose authorization ends before the commit is not counted`() async throws {
        var limits = StoreLimits()
        limits.operationsPerHour = 1
        let fixture = try await VaultStoreFixture(limits: limits)
        await #expect(throws: Unexpected.self) {
            try await fixture.store.countOperation(of: fixture.account, at: fixture.now) {
                throw Unexpected(what: "revoked")
            }
        }
        try await fixture.store.countOperation(of: fixture.account, at: fixture.now)
        await #expect(throws: VaultStoreFault.tooManyOperations(remaining: .hours(1))) {
            try await fixture.store.countOperation(of: fixture.account, at: fixture.now)
        }
    }

    @Test func `at the limit of logged operations a removal is applied and logged, unless it could add a copy`()
        async throws
    {
        var limits = StoreLimits()
        limits.operationsPerAccount = 2
        let fixture = try await VaultStoreFixture(limits: limits), ids: [SecretID] = [fixture.id(), fixture.id()]
        for id in ids { try await fixture.create(id) }
        for type: SecretOperation in [.trash, .delete] {
            let adding = fixture.op(type, ids[0], on: 1, fixture.note("x"))
            #expect(try await fixture.push(adding) == .rejected(.logFull))
        }
        let trash = fixture.op(.trash, ids[0], on: 1), delete = fixture.op(.delete, ids[1], on: 2)
        for (op, rev) in [(trash, 3), (delete, 4)] as [(SecretOp, Int64)] {
            #expect(try await fixture.push(op) == .applied(rev: rev))
            #expect(try await fixture.push(op) == .replayed(.applied(rev: rev)))
        }
        let noop = fixture.op(.trash, ids[0], on: 3)
        for _ in 0..<2 {
            #expect(try await fixture.push(noop) == .noop(rev: 3), "what changes nothing is decided anew")
        }
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).operations == 4)
    }

    @Test func `former versions are kept up to the limit to the byte, and the oldest are deleted beyond it`()
        async throws
    {
        var limits = StoreLimits()
        limits.historyBytesPerAccount = 4 * 16
        let fixture = try await VaultStoreFixture(limits: limits)
        let ids: [SecretID] = [fixture.id(), fixture.id()]
        for id in ids { try await fixture.create(id) }
        for (turn, versions) in [1, 2, 3, 4, 4, 4].enumerated() {
            let id = ids[turn % 2]
            let rev = try #require(try await fixture.store.secret(id, of: fixture.account)?.rev)
            #expect(
                try await fixture.push(fixture.op(.update, id, on: rev, fixture.note("turn\(turn)"))).word == "applied")
            #expect(try await fixture.count("vault_version") == Int64(versions))
            #expect(
                try await fixture.store.head(of: fixture.account, at: fixture.now).historyBytes == Int64(16 * versions))
        }
        let revs = try await fixture.database.select(Statement("SELECT rev FROM vault_version ORDER BY rev"))
        #expect(try revs.map { try $0.int(0) } == [3, 4, 5, 6])
        try await fixture.push(fixture.op(.delete, ids[0], on: 7))
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).historyBytes == 32)
    }

    @Test func `a clock that was far ahead does not block an account after it is set right`() async throws {
        var limits = StoreLimits()
        limits.operationsPerHour = 1
        let fixture = try await VaultStoreFixture(limits: limits)
        try await fixture.create(fixture.id())
        await #expect(throws: VaultStoreFault.tooManyOperations(remaining: .hours(1))) {
            try await fixture.create(fixture.id())
        }
        fixture.setBack(by: .days(300))
        try await fixture.create(fixture.id())
        await #expect(throws: VaultStoreFault.tooManyOperations(remaining: .hours(1))) {
            try await fixture.create(fixture.id())
        }
    }

    @Test func `on SQLite a list reads live secrets by an index that has no tombstones`() async throws {
        let fixture = try await VaultStoreFixture(on: .sqlite)
        let plan = try await fixture.database.select(
            Statement(
                """
                EXPLAIN QUERY PLAN SELECT id FROM vault_item WHERE account = $1 AND id > $2 AND state = 'live' ORDER BY id
                LIMIT $3
                """, .bytes(fixture.account.bytes), .bytes([]), .integer(5)))
        #expect(try plan.map { try $0.text(3) }.joined().contains("vault_item_live"))
    }
}
