import Domain
import Primitives
import Testing
import VaultStore

@Suite struct LimitTests {
    @Test func `the numbers are the design's`() {
        let limits = StoreLimits()
        #expect(limits.opsPerPush == 100)
        #expect(limits.bytesPerPush == 1_048_576)
        #expect(limits.bytesPerBody == 65_536)
        #expect(limits.itemsPerPage == 500)
        #expect(limits.bytesPerPage == 1_048_576)
        #expect(limits.itemsPerAccount == 10_000)
        #expect(limits.bytesPerAccount == 52_428_800)
    }

    @Test(arguments: [(65_536, PushOutcome.applied(rev: 1)), (65_537, .rejected(.bodyTooLarge))])
    func `a body of 64 KiB is kept, one byte more is not`(size: Int, outcome: PushOutcome) async throws {
        let room = try await Room()
        #expect(try await room.push(room.op(.create, room.id(), body(of: size))) == outcome)
    }

    @Test func `the last secret that fits is kept, the next is not, and a delete makes room`() async throws {
        var limits = StoreLimits()
        limits.itemsPerAccount = 3
        let room = try await Room(limits: limits)
        let first: SecretID = room.id()
        let rev = try await room.create(first)
        try await room.create(room.id())
        try await room.create(room.id())
        #expect(try await room.push(room.op(.create, room.id(), room.note("x"))) == .rejected(.tooManyItems))
        #expect(try await room.push(room.op(.trash, first, on: rev)) == .applied(rev: 4))
        #expect(try await room.push(room.op(.create, room.id(), room.note("x"))) == .rejected(.tooManyItems))
        #expect(try await room.push(room.op(.delete, first, on: 4)) == .applied(rev: 5))
        #expect(try await room.push(room.op(.create, room.id(), room.note("x"))) == .applied(rev: 6))
    }

    @Test func `bodies fill the account to the byte`() async throws {
        var limits = StoreLimits()
        limits.bytesPerAccount = 1000
        let room = try await Room(limits: limits)
        let id: SecretID = room.id()
        #expect(try await room.push(room.op(.create, room.id(), body(of: 600))) == .applied(rev: 1))
        #expect(try await room.push(room.op(.create, room.id(), body(of: 401))) == .rejected(.accountFull))
        #expect(try await room.push(room.op(.create, id, body(of: 400))) == .applied(rev: 2))
        #expect(try await room.push(room.op(.update, id, on: 2, body(of: 401))) == .rejected(.accountFull))
        #expect(try await room.push(room.op(.update, id, on: 2, body(of: 300))) == .applied(rev: 3))
        #expect(try await room.store.head(of: room.account).bytes == 900)
    }

    @Test func `a page holds 500 secrets, and says when there is one more`() async throws {
        let room = try await Room()
        try await fill(room, count: 500)
        var page = try await room.store.pull(room.account, from: nil)
        #expect(page.items.count == 500 && !page.hasMore)
        try await fill(room, count: 1)
        page = try await room.store.pull(room.account, from: nil)
        #expect(page.items.count == 500 && page.hasMore)
        page = try await room.store.pull(room.account, from: page.place)
        #expect(page.items.count == 1 && !page.hasMore)
    }

    @Test func `a page holds 1 MiB of bodies, and at least one secret`() async throws {
        let room = try await Room()
        for _ in 0..<16 { try await room.push(room.op(.create, room.id(), body(of: 65_536))) }
        #expect(try await room.store.pull(room.account, from: nil).hasMore == false)
        try await room.push(room.op(.create, room.id(), body(of: 2)))
        let page = try await room.store.pull(room.account, from: nil)
        #expect(page.items.count == 16 && page.hasMore)
        var narrow = StoreLimits()
        narrow.bytesPerPage = 1
        let small = try await Room(limits: narrow)
        try await small.create(small.id())
        try await small.create(small.id())
        #expect(try await small.store.pull(small.account, from: nil).items.count == 1)
        #expect(try await small.everything().count == 2)
    }

    @Test func `a list goes page by page in id order and leaves out what is gone`() async throws {
        let room = try await Room()
        try await fill(room, count: 12)
        try await room.bring(room.id(), to: .deleted)
        try await room.bring(room.id(), to: .trashed)
        var ids: [SecretID] = [], more = true
        while more {
            let page = try await room.store.list(room.account, after: ids.last, limit: 5)
            ids += page.items.map(\.id)
            more = page.hasMore
        }
        #expect(ids.count == 12 && ids == ids.sorted())
    }

    private func body(of size: Int) -> SecretOp.Content {
        SecretOp.Content(kind: "note", schema: 1, body: [UInt8](repeating: 0x20, count: size))
    }

    private func fill(_ room: Room, count: Int) async throws {
        let ops = (0..<count).map { room.op(.create, room.id(), room.note("\($0)")) }
        for start in stride(from: 0, to: count, by: 100) {
            _ = try await room.store.push(
                Array(ops[start..<min(start + 100, count)]), to: room.account, by: room.device)
        }
    }
}
