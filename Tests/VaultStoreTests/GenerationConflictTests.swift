import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// Other instances begin generations while a call is under way.
@Suite struct GenerationConflictTests {
    @Test func `a call finds its account in a new generation seven times, and fails at the eighth`() async throws {
        let (fixture, database) = try await interrupted()
        try await fixture.create(fixture.id())
        beginGenerations(7, before: .read, of: fixture, database)
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(head.generation == 7 && database.isDone)
        beginGenerations(8, before: .read, of: fixture, database)
        await #expect(throws: SQLFault.unavailable("new generations of the database keep beginning")) {
            try await fixture.store.head(of: fixture.account, at: fixture.now)
        }
        #expect(database.isDone)
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).generation == 15)
    }

    @Test func `a cursor above the head begins a generation after seven conflicts, and fails at the eighth`()
        async throws
    {
        let (fixture, database) = try await interrupted()
        let conflict = SQLFault.constraint("the number of the generation is taken")
        let changed: (HeadRow) -> VaultStoreFault = { .resyncRequired(.epochChanged(epoch: $0.epoch, end: $0.seq)) }
        for (times, number) in [(7, Int64(1)), (8, 1)] {
            let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
            let ahead = PullCursor(epoch: head.epoch, seq: head.seq + 1, pullStart: 0)
            database.interrupt(.write, times: times) { _ in throw conflict }
            let fault = await #expect(throws: (any Error).self) {
                try await fixture.store.pull(fixture.account, from: ahead, at: fixture.now)
            }
            #expect(times == 7 ? fault as? VaultStoreFault == changed(head) : fault as? SQLFault == conflict)
            #expect(database.isDone)
            #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).generation == number)
        }
    }

    private func interrupted() async throws -> (VaultStoreFixture, InterruptedDatabase) {
        let database = InterruptedDatabase(try await StoreLocation(VaultSchema.migrations).open())
        return (try await VaultStoreFixture(on: database, random: SeededRandom().random), database)
    }

    private func beginGenerations(
        _ times: Int, before call: InterruptedDatabase.Call, of fixture: VaultStoreFixture,
        _ database: InterruptedDatabase
    ) {
        database.interrupt(call, times: times) { inner in
            _ = try await inner.write { try Generations.begin(fixture.id(), at: fixture.now, in: $0) }
        }
    }
}
