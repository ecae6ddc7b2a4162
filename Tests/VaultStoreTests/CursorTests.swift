import Cryptography
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

@Suite struct CursorTests {
    @Test func `a pull goes on where the last one ended`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        let first = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now)
        let cursor = try fixture.store.decodeCursor(
            fixture.store.encodeCursor(first.cursor, of: fixture.account), of: fixture.account)
        #expect(cursor == first.cursor && first.items.count == 1)
        let second: SecretID = fixture.id()
        try await fixture.create(second)
        #expect(
            try await fixture.store.pull(fixture.account, from: cursor, at: fixture.now).items.map(\.id) == [second])
    }

    @Test func `a pull of an account never seen gives it an epoch and nothing else`() async throws {
        let fixture = try await VaultStoreFixture()
        let page = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now)
        #expect(page.items.isEmpty && page.head.seq == 0 && !page.hasMore && page.formerEpochs == [])
        let next = try await fixture.store.pull(fixture.account, from: page.cursor, at: fixture.now)
        #expect(next.items.isEmpty && next.cursor == page.cursor && !next.hasMore && next.formerEpochs == nil)
        let again = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now)
        #expect(again == page)
    }

    @Test(.requirement("I15"))
    func `a page or a manifest of an account that another call uses first at the same time has what its head says`()
        async throws
    {
        for readsManifest in [false, true] {
            let database = InterruptedDatabase(try await StoreLocation(VaultSchema.migrations).open())
            let fixture = try await VaultStoreFixture(on: database, random: SeededRandom().random)
            let id: SecretID = fixture.id(), create = fixture.op(.create, id, fixture.note("a"))
            // The account has no head when the page is read, and has an item when the head is to be inserted.
            database.interrupt(.write) { inner in
                let other = try await VaultStore.open(
                    inner, keys: .sample(), steady: fixture.clock.steady, random: fixture.random)
                _ = try await other.push([create], to: fixture.account, by: fixture.device, at: fixture.now)
            }
            if readsManifest {
                let page = try await fixture.store.manifest(fixture.account, at: fixture.now)
                #expect(page.head.seq == 1 && page.entries.map(\.id) == [id])
            } else {
                let page = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now)
                #expect(page.head.seq == 1 && page.items.map(\.id) == [id] && page.cursor.seq == 1)
            }
            #expect(database.isDone)
        }
    }

    @Test(arguments: [true, false])
    func `a cursor of an unknown epoch is refused, also at the very number of the head`(hasHead: Bool) async throws {
        let fixture = try await VaultStoreFixture()
        if hasHead { try await fixture.create(fixture.id()) }
        let foreign = PullCursor(epoch: fixture.id(), seq: hasHead ? 1 : 0, pullStart: 0)
        await #expect(throws: VaultStoreFault.resyncRequired(.epochChanged(epoch: nil, end: nil))) {
            try await fixture.store.pull(fixture.account, from: foreign, at: fixture.now)
        }
    }

    @Test func `only the first page lists the ended epochs, in the order of their ends`() async throws {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<2 { try await fixture.create(fixture.id()) }
        var ended: [HeadRow] = []
        for _ in 0..<4 {
            ended.append(try await fixture.store.head(of: fixture.account, at: fixture.now))
            try await fixture.beginGeneration()
        }
        let page = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now, limit: 1)
        #expect(page.formerEpochs?.map(\.epoch) == ended.map(\.epoch))
        #expect(page.formerEpochs?.map(\.end) == ended.map(\.seq))
        let next = try await fixture.store.pull(fixture.account, from: page.cursor, at: fixture.now, limit: 1)
        #expect(page.hasMore && next.items.count == 1 && next.formerEpochs == nil)
    }

    @Test(arguments: [(UInt8(1), true), (0, false), (2, false)])
    func `a cursor of another version of the format is bad, although it is authentic`(
        version: UInt8, isGood: Bool
    ) async throws {
        let fixture = try await VaultStoreFixture()
        let cursor = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        var bytes = try #require(Base64URL.decode(fixture.store.encodeCursor(cursor, of: fixture.account)))
        bytes[0] = version
        let key = HKDF.key(KeyRing.sampleIndex, info: "latchkey/vault/cursor/1")
        let tag = HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/cursor/1", Array(bytes[..<41])))
        let text = Base64URL.encode(Array(bytes[..<41]) + Array(tag.prefix(16)))
        #expect((try? fixture.store.decodeCursor(text, of: fixture.account)) == (isGood ? cursor : nil))
    }

    @Test func `every altered character makes a bad cursor`() async throws {
        let fixture = try await VaultStoreFixture()
        let cursor = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        let text = fixture.store.encodeCursor(cursor, of: fixture.account)
        for index in text.indices {
            var altered = text
            altered.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            #expect(throws: VaultStoreFault.resyncRequired(.badCursor)) {
                try fixture.store.decodeCursor(altered, of: fixture.account)
            }
        }
        for wrong in ["", "AQ", "not a cursor", text + "A", String(text.dropLast())] {
            #expect(throws: VaultStoreFault.resyncRequired(.badCursor)) {
                try fixture.store.decodeCursor(wrong, of: fixture.account)
            }
        }
    }

    @Test func `a cursor of another account is bad`() async throws {
        let fixture = try await VaultStoreFixture()
        let cursor = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        let text = fixture.store.encodeCursor(cursor, of: fixture.account)
        #expect(throws: VaultStoreFault.resyncRequired(.badCursor)) {
            try fixture.store.decodeCursor(text, of: fixture.id())
        }
    }

    @Test func `a cursor of an ended epoch is refused with that epoch and the rev at which it ended`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        let old = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        try await fixture.beginGeneration()
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(head.seq == 1 + head.epoch.jump && head.previousEpochEnd == 1 && head.epoch != old.epoch)
        await #expect(throws: VaultStoreFault.resyncRequired(.epochChanged(epoch: old.epoch, end: 1))) {
            try await fixture.store.pull(fixture.account, from: old, at: fixture.now)
        }
        let foreign = PullCursor(epoch: fixture.id(), seq: 0, pullStart: 0)
        await #expect(throws: VaultStoreFault.resyncRequired(.epochChanged(epoch: nil, end: nil))) {
            try await fixture.store.pull(fixture.account, from: foreign, at: fixture.now)
        }
        #expect(try await fixture.everything().map(\.rev) == [1])
    }

    @Test func `a cursor below the floor has expired, unless its first pull began above the floor`() async throws {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<5 { try await fixture.create(fixture.id()) }
        try await fixture.tamper("UPDATE vault_head SET floor = 3")
        let epoch = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
        await #expect(throws: VaultStoreFault.resyncRequired(.cursorExpired)) {
            try await fixture.store.pull(
                fixture.account, from: PullCursor(epoch: epoch, seq: 2, pullStart: 2), at: fixture.now)
        }
        #expect(
            try await fixture.store.pull(
                fixture.account, from: PullCursor(epoch: epoch, seq: 3, pullStart: 0), at: fixture.now
            ).items.count == 2)
        #expect(
            try await fixture.store.pull(
                fixture.account, from: PullCursor(epoch: epoch, seq: 2, pullStart: 5), at: fixture.now
            ).items.count == 3)
    }

    @Test func `a secret changed during a pull of several pages comes later, in the order of its new rev`() async throws
    {
        let fixture = try await VaultStoreFixture()
        let ids: [SecretID] = (0..<6).map { _ in fixture.id() }
        for id in ids { try await fixture.create(id) }
        let first = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now, limit: 3)
        #expect(first.items.map(\.id) == Array(ids[..<3]) && first.hasMore)
        try await fixture.push(fixture.op(.update, ids[4], on: 5, fixture.note("newer")))
        let second = try await fixture.store.pull(fixture.account, from: first.cursor, at: fixture.now, limit: 3)
        #expect(second.items.map(\.id) == [ids[3], ids[5], ids[4]])
        #expect(second.items.last?.text == #"{"text":"newer"}"# && !second.hasMore)
    }
}
