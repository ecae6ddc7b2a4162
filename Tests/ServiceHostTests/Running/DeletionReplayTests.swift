import Logging
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import ServiceHost

@Suite struct DeletionReplayTests {
    private struct Unreachable: Error {}

    private let fixture = LineageFixture()

    private func lose(_ database: any Database) async throws -> LineageCheck.Outcome {
        try await database.write { try StoredTimeline.markAsCopy(at: Instant(ms: 1), in: $0) }
        return try await fixture.check().run(on: database)
    }

    @Test func `nothing is served until the replay has returned, and a failed one stays pending`() async throws {
        let database = try await StoreLocation(LineageFixture.migrations).open()
        let replay = DeletionReplay(log: Logger(label: "test"))
        #expect(!replay.isPending && replay.problem == nil)
        replay.checked(try await lose(database))
        #expect(replay.isPending && replay.problem != nil)
        await #expect(throws: Unreachable.self) {
            try await replay.perform(Instant(ms: 0), on: database) { _ in throw Unreachable() }
        }
        #expect(replay.isPending)
        #expect(try await StoredTimeline.read(on: database)?.replaySince == Instant(ms: 0))
        try await replay.perform(Instant(ms: 0), on: database) { #expect($0 == Instant(ms: 0)) }
        #expect(!replay.isPending)
        #expect(try await StoredTimeline.read(on: database)?.replaySince == nil)
        await database.close()
    }

    @Test func `a check that finds nothing lost begins no replay and ends none`() async throws {
        let database = try await StoreLocation(LineageFixture.migrations).open()
        let replay = DeletionReplay(log: Logger(label: "test"))
        replay.checked(try await fixture.check().run(on: database))
        #expect(!replay.isPending)
        replay.checked(try await lose(database))
        replay.checked(try await fixture.check().run(on: database))
        #expect(replay.isPending)
        await database.close()
    }
}
