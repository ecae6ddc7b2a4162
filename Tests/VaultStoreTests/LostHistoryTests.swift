import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// A cursor above the head proves that a restore has lost changes, but only if it still is above the head when the head
/// is locked.
@Suite struct LostHistoryTests {
    private static func fixture() async throws -> (VaultStoreFixture, InterruptedDatabase) {
        let database = InterruptedDatabase(try await StoreLocation(VaultSchema.migrations).open())
        return (try await VaultStoreFixture(on: database, random: SeededRandom().random), database)
    }

    private func number(in fixture: VaultStoreFixture) async throws -> Int64 {
        try await fixture.database.select(Generations.selectNumber)[0].int(0)
    }

    @Test func `a cursor above the head begins no generation if another account's has just begun one`() async throws {
        let (fixture, database) = try await Self.fixture()
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        let ahead = PullCursor(epoch: head.epoch, seq: head.seq + 1, pullStart: 0), other: GenerationID = fixture.id()
        database.interrupt(.write) { [now = fixture.now] inner in
            _ = try await inner.write { try Generations.begin(other, at: now, in: $0) }
        }
        await #expect(throws: VaultStoreFault.resyncRequired(.epochChanged(epoch: head.epoch, end: head.seq))) {
            try await fixture.store.pull(fixture.account, from: ahead, at: fixture.now)
        }
        #expect(database.isDone)
        #expect(try await number(in: fixture) == 1)
    }

    @Test func `a cursor begins no generation if the head has reached it meanwhile`() async throws {
        let (fixture, database) = try await Self.fixture()
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        let ahead = PullCursor(epoch: head.epoch, seq: head.seq + 1, pullStart: 0)
        database.interrupt(.write) { inner in
            _ = try await inner.write { try $0.run(Statement("UPDATE vault_head SET seq = seq + 1")) }
        }
        #expect(try await fixture.store.pull(fixture.account, from: ahead, at: fixture.now).head.epoch == head.epoch)
        #expect(database.isDone)
        #expect(try await number(in: fixture) == 0)
    }
}
