import Domain
import Primitives
import Synchronization
import Testing
import VaultStore

/// Seq order is commit order, without holes, and a reader misses nothing (SECURITY.md, I15-I17).
@Suite struct OrderTests {
    @Test func `64 parallel pushes get the numbers 1 to 64`() async throws {
        let room = try await Room()
        let ops = (0..<64).map { room.op(.create, room.id(), room.note("\($0)")) }
        let revs = try await withThrowingTaskGroup(of: Int64.self) { group in
            for op in ops {
                group.addTask {
                    guard case .applied(let rev) = try await room.push(op) else { throw Unexpected(what: "refused") }
                    return rev
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(revs.sorted() == Array(1...64))
        #expect(try await room.store.head(of: room.account).items == 64)
        #expect(try await room.everything().map(\.rev) == Array(1...64))
    }

    @Test func `who pulls while others push sees every change once and in order`() async throws {
        let room = try await Room()
        let isDone = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var seen: [Int64] = [], place: PullPlace?
                while true {
                    let wasDone = isDone.value.withLock { $0 }
                    let page = try await room.store.pull(room.account, from: place, limit: 7)
                    seen += page.items.map(\.rev)
                    place = page.place
                    #expect(page.items.allSatisfy { $0.rev <= page.head.seq })
                    if wasDone, !page.hasMore, page.items.isEmpty { break }
                    await Task.yield()
                }
                #expect(seen == Array(1...200))
            }
            group.addTask {
                await withTaskGroup(of: Void.self) { pushers in
                    for _ in 0..<8 {
                        pushers.addTask {
                            for _ in 0..<25 { _ = try? await room.create(room.id()) }
                        }
                    }
                }
                isDone.value.withLock { $0 = true }
            }
            try await group.waitForAll()
        }
    }

    @Test func `of 32 edits on one rev exactly one is applied`() async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        try await room.create(id)
        let ops = (0..<32).map { room.op(.update, id, on: 1, room.note("\($0) wins")) }
        let words = try await withThrowingTaskGroup(of: String.self) { group in
            for op in ops { group.addTask { try await room.push(op).word } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words.count { $0 == "applied" } == 1 && words.count { $0 == "conflict" } == 31)
    }

    @Test func `one operation sent by 16 at once applies once`() async throws {
        let room = try await Room()
        let op = room.op(.create, room.id(), room.note("x"))
        let words = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { try await room.push(op).word } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words.count { $0 == "applied" } == 1 && words.count { $0 == "replayed" } == 15)
    }
}

/// Says that the writers have finished.
private final class Flag: Sendable {
    let value = Mutex(false)
}
