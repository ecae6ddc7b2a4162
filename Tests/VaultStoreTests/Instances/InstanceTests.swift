import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

@Suite struct `The vault over two instances` {
    @Test func `thirty-two parallel first pushes of an account make one head and one key, and the revs 1 to 32`()
        async throws
    {
        let rooms = try await Room.twins()
        let pushed = try await rooms.parallel(32) { room, turn in
            let made = try await room.store.push(
                [room.op(.create, room.id(), room.note("\(turn)"))], to: room.account, by: room.device)
            guard case .applied(let rev) = made.outcomes[0] else { throw Unexpected(what: "\(made)") }
            return (rev: rev, epoch: made.head.epoch)
        }
        #expect(pushed.map(\.rev).sorted() == Array(1...32))
        #expect(Set(pushed.map(\.epoch)).count == 1)
        #expect(try await rooms[0].count("vault_head") == 1)
        #expect(try await rooms[0].count("vault_dek") == 1)
        #expect(try await rooms[1].everything().map(\.rev) == Array(1...32))
        #expect(try await rooms[1].everything().allSatisfy { $0.text != nil })
    }

    @Test func `four who pull in pages while eight push miss no rev and see none twice`() async throws {
        let rooms = try await Room.twins()
        let isDone = Latch()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in 0..<4 {
                let room = rooms[reader % 2]
                group.addTask {
                    var seen: [Int64] = [], place: PullPlace?
                    while true {
                        let wasDone = isDone.isOpen
                        let page = try await room.store.pull(room.account, from: place, limit: 3 + reader)
                        seen += page.items.map(\.rev)
                        place = page.place
                        if wasDone, !page.hasMore, page.items.isEmpty { break }
                        await Task.yield()
                    }
                    #expect(seen == Array(1...160))
                }
            }
            group.addTask {
                _ = try await rooms.parallel(8) { room, _ in
                    for _ in 0..<20 { try await room.create(room.id()) }
                }
                isDone.open()
            }
            try await group.waitForAll()
        }
    }

    @Test func `a purge that races with first pushes leaves neither key nor row`() async throws {
        for round in 0..<8 {
            let rooms = try await Room.twins(seed: UInt64(round) + 1)
            _ = try await rooms.parallel(16) { room, turn in
                if turn == round { return _ = try await room.store.purge(room.account) }
                _ = try? await room.create(room.id())
            }
            for table in ["vault_dek", "vault_item", "vault_op", "vault_version"] {
                #expect(try await rooms[0].count(table) == 0, "\(table) in round \(round)")
            }
            await #expect(throws: VaultStoreFault.purged) { try await rooms[1].create(rooms[1].id()) }
        }
    }

    @Test func `whichever of two purges returns, nothing is left`() async throws {
        let rooms = try await Room.twins()
        let ops = (0..<100).map { rooms[0].op(.create, rooms[0].id(), rooms[0].note("\($0)")) }
        for place in 0..<12 {
            let more = ops.map { SecretOp(.create, rooms[0].id(), opID: rooms[0].id(), content: $0.content) }
            _ = try await rooms[place % 2].store.push(more, to: rooms[0].account, by: rooms[0].device)
        }
        let erased = try await rooms.parallel(2) { room, _ in
            let erased = try await room.store.purge(room.account)
            #expect(try await room.count("vault_item") == 0)
            #expect(try await room.count("vault_op") == 0)
            return erased
        }
        #expect(erased.reduce(0, +) == 1_200)
    }

    @Test func `eight instances that start on an empty database note the same keys`() async throws {
        let databases = try await StorePlace(VaultSchema.migrations).openTwice()
        let clock = StoppedClock(), random = LoadedDice().random
        try await withThrowingTaskGroup(of: Void.self) { group in
            for turn in 0..<8 {
                group.addTask {
                    _ = try await VaultStore.open(
                        databases[turn % 2], keys: .sample(), clock: clock.wall, steady: clock.steady, random: random)
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

extension [Room] {
    /// Runs something so many times at once, in each room in turn.
    func parallel<T: Sendable>(
        _ times: Int, _ work: @escaping @Sendable (Room, Int) async throws -> T
    ) async throws -> [T] {
        try await withThrowingTaskGroup(of: T.self) { group in
            for turn in 0..<times {
                let room = self[turn % count]
                group.addTask { try await work(room, turn) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
