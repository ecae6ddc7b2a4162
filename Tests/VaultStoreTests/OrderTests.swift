import Domain
import Primitives
import Support
import Synchronization
import Testing
import VaultStore

/// Sequence numbers are assigned in commit order and without gaps, and a reader misses no change.
@Suite(.timeLimit(.minutes(1))) struct OrderTests {
    @Test func `64 parallel pushes get the numbers 1 to 64`() async throws {
        let fixture = try await VaultStoreFixture()
        let ops = (0..<64).map { fixture.op(.create, fixture.id(), fixture.note("\($0)")) }
        let revs = try await withThrowingTaskGroup(of: Int64.self) { group in
            for op in ops {
                group.addTask {
                    guard case .applied(let rev) = try await fixture.push(op) else { throw Unexpected(what: "refused") }
                    return rev
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(revs.sorted() == Array(1...64))
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).items == 64)
        #expect(try await fixture.everything().map(\.rev) == Array(1...64))
    }

    @Test(.requirement("I15")) func `a device that pulls while others push reads every change once and in order`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        let isDone = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var seen: [Int64] = [], cursor: PullCursor?
                while true {
                    let wasDone = isDone.value.withLock { $0 }
                    let page = try await fixture.store.pull(fixture.account, from: cursor, at: fixture.now, limit: 7)
                    seen += page.items.map(\.rev)
                    cursor = page.cursor
                    #expect(page.items.allSatisfy { $0.rev <= page.head.seq })
                    #expect(!page.hasMore || !page.items.isEmpty)
                    if wasDone, page.items.isEmpty { break }
                    await Task.yield()
                }
                #expect(seen == Array(1...200))
            }
            group.addTask {
                await withTaskGroup(of: Void.self) { pushers in
                    for _ in 0..<8 {
                        pushers.addTask {
                            for _ in 0..<25 { _ = try? await fixture.create(fixture.id()) }
                        }
                    }
                }
                isDone.value.withLock { $0 = true }
            }
            try await group.waitForAll()
        }
    }

    @Test(.requirement("I16")) func `of 32 edits on one rev exactly one is applied`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.create(id)
        let ops = (0..<32).map { fixture.op(.update, id, on: 1, fixture.note("\($0) wins")) }
        let words = try await withThrowingTaskGroup(of: String.self) { group in
            for op in ops { group.addTask { try await fixture.push(op).word } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words.count { $0 == "applied" } == 1 && words.count { $0 == "conflict" } == 31)
    }

    @Test(.requirement("I19")) func `one operation sent by 16 at once applies once`() async throws {
        let fixture = try await VaultStoreFixture()
        let op = fixture.op(.create, fixture.id(), fixture.note("x"))
        let words = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { try await fixture.push(op).word } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words.count { $0 == "applied" } == 1 && words.count { $0 == "replayed" } == 15)
    }
}

/// A flag that is true once the writers have finished.
private final class Flag: Sendable {
    let value = Mutex(false)
}
