import Domain
import Primitives
import Support
import Testing
import VaultStore

@Suite struct LimitTests {
    @Test(arguments: [(65_536, PushOutcome.applied(rev: 1)), (65_537, .rejected(.bodyTooLarge))])
    func `a body of 64 KiB is stored, one byte more is rejected`(size: Int, outcome: PushOutcome) async throws {
        let fixture = try await VaultStoreFixture()
        #expect(try await fixture.push(fixture.op(.create, fixture.id(), body(of: size))) == outcome)
    }

    @Test func `at the limit of secrets a further one is refused until one is deleted`() async throws {
        var limits = StoreLimits()
        limits.itemsPerAccount = 3
        let fixture = try await VaultStoreFixture(limits: limits)
        let first: SecretID = fixture.id()
        let rev = try await fixture.create(first)
        try await fixture.create(fixture.id())
        try await fixture.create(fixture.id())
        #expect(
            try await fixture.push(fixture.op(.create, fixture.id(), fixture.note("x"))) == .rejected(.tooManyItems))
        #expect(try await fixture.push(fixture.op(.trash, first, on: rev)) == .applied(rev: 4))
        #expect(
            try await fixture.push(fixture.op(.create, fixture.id(), fixture.note("x"))) == .rejected(.tooManyItems))
        #expect(try await fixture.push(fixture.op(.delete, first, on: 4)) == .applied(rev: 5))
        #expect(try await fixture.push(fixture.op(.create, fixture.id(), fixture.note("x"))) == .applied(rev: 6))
    }

    @Test func `at the limit of secrets a deleted one is not restored until another is deleted`() async throws {
        var limits = StoreLimits()
        limits.itemsPerAccount = 1
        let fixture = try await VaultStoreFixture(limits: limits)
        let (deleted, live): (SecretID, SecretID) = (fixture.id(), fixture.id())
        try await fixture.bring(deleted, to: .deleted)
        try await fixture.create(live)
        let restore = fixture.op(.restore, deleted, on: 2, fixture.note("back"))
        #expect(try await fixture.push(restore) == .rejected(.tooManyItems))
        #expect(try await fixture.push(fixture.op(.delete, live, on: 3)) == .applied(rev: 4))
        #expect(try await fixture.push(restore) == .applied(rev: 5))
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).items == 1)
    }

    @Test func `the bodies of an account are limited to the byte`() async throws {
        var limits = StoreLimits()
        limits.bytesPerAccount = 1000
        let fixture = try await VaultStoreFixture(limits: limits)
        let id: SecretID = fixture.id()
        #expect(try await fixture.push(fixture.op(.create, fixture.id(), body(of: 600))) == .applied(rev: 1))
        #expect(try await fixture.push(fixture.op(.create, fixture.id(), body(of: 401))) == .rejected(.accountFull))
        #expect(try await fixture.push(fixture.op(.create, id, body(of: 400))) == .applied(rev: 2))
        #expect(try await fixture.push(fixture.op(.update, id, on: 2, body(of: 401))) == .rejected(.accountFull))
        #expect(try await fixture.push(fixture.op(.update, id, on: 2, body(of: 300))) == .applied(rev: 3))
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).bytes == 900)
    }

    @Test func `an account above limits that were lowered can shrink, but not grow`() async throws {
        let fixture = try await VaultStoreFixture()
        let ids: [SecretID] = (0..<4).map { _ in fixture.id() }
        for id in ids { try await fixture.push(fixture.op(.create, id, body(of: 100))) }
        var limits = StoreLimits()
        (limits.itemsPerAccount, limits.bytesPerAccount) = (2, 150)
        let store = try await fixture.reopened(limits: limits)
        func push(_ op: SecretOp) async throws -> PushOutcome {
            try await store.push([op], to: fixture.account, by: fixture.device, at: fixture.now).outcomes[0]
        }
        #expect(try await push(fixture.op(.create, fixture.id(), body(of: 0))) == .rejected(.tooManyItems))
        #expect(try await push(fixture.op(.update, ids[0], on: 1, body(of: 101))) == .rejected(.accountFull))
        #expect(try await push(fixture.op(.update, ids[0], on: 1, body(of: 99))) == .applied(rev: 5))
        #expect(try await push(fixture.op(.trash, ids[1], on: 2)) == .applied(rev: 6))
        #expect(try await push(fixture.op(.restore, ids[1], on: 6)) == .applied(rev: 7))
        #expect(try await push(fixture.op(.delete, ids[2], on: 3)) == .applied(rev: 8))
    }

    @Test func `a page holds 500 secrets, and says when there is one more`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fill(fixture, count: 500)
        var page = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now)
        #expect(page.items.count == 500 && !page.hasMore)
        try await fill(fixture, count: 1)
        page = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now)
        #expect(page.items.count == 500 && page.hasMore)
        page = try await fixture.store.pull(fixture.account, from: page.cursor, at: fixture.now)
        #expect(page.items.count == 1 && !page.hasMore)
    }

    @Test func `a page holds 1 MiB of bodies, and at least one secret`() async throws {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<16 { try await fixture.push(fixture.op(.create, fixture.id(), body(of: 65_536))) }
        #expect(try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).hasMore == false)
        try await fixture.push(fixture.op(.create, fixture.id(), body(of: 2)))
        let page = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now)
        #expect(page.items.count == 16 && page.hasMore)
        var narrow = StoreLimits()
        narrow.bytesPerPage = 1
        let small = try await VaultStoreFixture(limits: narrow)
        try await small.create(small.id())
        try await small.create(small.id())
        #expect(try await small.store.pull(small.account, from: nil, at: small.now).items.count == 1)
        #expect(try await small.everything().count == 2)
    }

    @Test func `a list goes page by page in id order, without trashed and deleted secrets`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fill(fixture, count: 12)
        try await fixture.bring(fixture.id(), to: .deleted)
        try await fixture.bring(fixture.id(), to: .trashed)
        var ids: [SecretID] = [], sizes: [Int] = []
        try await forEachPage { after in
            let page = try await fixture.store.list(fixture.account, after: after, limit: 5)
            ids += page.items.map(\.id)
            sizes.append(page.items.count)
            return page.hasMore ? ids.last : nil
        }
        #expect(ids.count == 12 && ids == ids.sorted() && sizes == [5, 5, 2])
    }

    @Test(arguments: [(-1, 1), (0, 1), (199, 1), (200, 2), (299, 2), (300, 3)])
    func `a page of a list ends at the given number of bytes, and has at least one secret`(
        bytes: Int, count: Int
    ) async throws {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<4 { try await fixture.push(fixture.op(.create, fixture.id(), body(of: 100))) }
        let page = try await fixture.store.list(fixture.account, limit: 150, bytes: bytes)
        #expect(page.items.count == count && page.hasMore)
    }

    @Test func `the list of an account never seen is empty`() async throws {
        let fixture = try await VaultStoreFixture()
        let page = try await fixture.store.list(fixture.account)
        #expect(page.items.isEmpty && !page.hasMore && page.seq == 0)
    }

    private func body(of size: Int) -> SecretOp.Content {
        SecretOp.Content(kind: "note", schema: 1, body: [UInt8](repeating: 0x20, count: size))
    }

    private func fill(_ fixture: VaultStoreFixture, count: Int) async throws {
        let ops = (0..<count).map { fixture.op(.create, fixture.id(), fixture.note("\($0)")) }
        for start in stride(from: 0, to: count, by: 100) {
            _ = try await fixture.store.push(
                Array(ops[start..<min(start + 100, count)]), to: fixture.account, by: fixture.device, at: fixture.now)
        }
    }
}
