import Domain
import Primitives
import Testing
import VaultStore

@Suite struct CursorTests {
    @Test func `a pull goes on where the last one ended`() async throws {
        let room = try await Room()
        try await room.create(room.id())
        let first = try await room.store.pull(room.account, from: nil)
        let place = try room.store.place(in: room.store.cursor(at: first.place, of: room.account), of: room.account)
        #expect(place == first.place && first.items.count == 1)
        let second: SecretID = room.id()
        try await room.create(second)
        #expect(try await room.store.pull(room.account, from: place).items.map(\.id) == [second])
    }

    @Test func `a pull of an account never seen gives it an epoch and nothing else`() async throws {
        let room = try await Room()
        let page = try await room.store.pull(room.account, from: nil)
        #expect(page.items.isEmpty && page.head.seq == 0)
        #expect(try await room.store.pull(room.account, from: page.place).place == page.place)
    }

    @Test func `every altered character makes a bad cursor`() async throws {
        let room = try await Room()
        let place = try await room.store.pull(room.account, from: nil).place
        let cursor = room.store.cursor(at: place, of: room.account)
        for index in cursor.indices {
            var altered = cursor
            altered.replaceSubrange(index...index, with: cursor[index] == "A" ? "B" : "A")
            #expect(throws: VaultStoreFault.resyncRequired(.badCursor)) {
                try room.store.place(in: altered, of: room.account)
            }
        }
        for text in ["", "AQ", "not a cursor", cursor + "A", String(cursor.dropLast())] {
            #expect(throws: VaultStoreFault.resyncRequired(.badCursor)) {
                try room.store.place(in: text, of: room.account)
            }
        }
    }

    @Test func `a cursor of another account is bad`() async throws {
        let room = try await Room()
        let place = try await room.store.pull(room.account, from: nil).place
        let cursor = room.store.cursor(at: place, of: room.account)
        #expect(throws: VaultStoreFault.resyncRequired(.badCursor)) { try room.store.place(in: cursor, of: room.id()) }
    }

    @Test func `a new epoch is told with the parent and the number it was left at`() async throws {
        let room = try await Room()
        try await room.create(room.id())
        let old = try await room.store.pull(room.account, from: nil).place
        let head = try await room.store.beginEpoch(of: room.account)
        #expect(head.seq == 1 + 1 << 32 && head.epochBase == 1 && head.epoch != old.epoch)
        await #expect(throws: VaultStoreFault.resyncRequired(.epochChanged(parent: old.epoch, base: 1))) {
            try await room.store.pull(room.account, from: old)
        }
        let foreign = PullPlace(epoch: room.id(), seq: 0, base: 0)
        await #expect(throws: VaultStoreFault.resyncRequired(.epochChanged(parent: nil, base: nil))) {
            try await room.store.pull(room.account, from: foreign)
        }
        #expect(try await room.everything().map(\.rev) == [1])
    }

    @Test func `a cursor above the head is ahead`() async throws {
        let room = try await Room()
        let head = try await room.store.head(of: room.account)
        await #expect(throws: VaultStoreFault.resyncRequired(.cursorAhead)) {
            try await room.store.pull(room.account, from: PullPlace(epoch: head.epoch, seq: 1, base: 0))
        }
    }

    @Test func `a cursor below the floor has expired, unless its first pull began above`() async throws {
        let room = try await Room()
        for _ in 0..<5 { try await room.create(room.id()) }
        try await room.tamper("UPDATE vault_head SET floor = 3")
        let epoch = try await room.store.head(of: room.account).epoch
        await #expect(throws: VaultStoreFault.resyncRequired(.cursorExpired)) {
            try await room.store.pull(room.account, from: PullPlace(epoch: epoch, seq: 2, base: 2))
        }
        #expect(
            try await room.store.pull(room.account, from: PullPlace(epoch: epoch, seq: 3, base: 0)).items.count == 2)
        #expect(
            try await room.store.pull(room.account, from: PullPlace(epoch: epoch, seq: 2, base: 5)).items.count == 3)
    }

    @Test func `a change while a long pull goes on is in it, at its new place`() async throws {
        let room = try await Room()
        let ids: [SecretID] = (0..<6).map { _ in room.id() }
        for id in ids { try await room.create(id) }
        let first = try await room.store.pull(room.account, from: nil, limit: 3)
        #expect(first.items.map(\.id) == Array(ids[..<3]) && first.hasMore)
        try await room.push(room.op(.update, ids[4], on: 5, room.note("newer")))
        let second = try await room.store.pull(room.account, from: first.place, limit: 3)
        #expect(second.items.map(\.id) == [ids[3], ids[5], ids[4]])
        #expect(second.items.last?.text == #"{"text":"newer"}"# && !second.hasMore)
    }
}
