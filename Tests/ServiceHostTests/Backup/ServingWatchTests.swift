import Primitives
import SQL
import StoreSupport
import Support
import Synchronization
import Testing

@testable import ServiceHost

@Suite struct ServingWatchTests {
    private let fixture = TimelineFixture()
    private static let system: Int64 = 7

    private func at(_ position: Int64) -> TimelinePosition {
        TimelinePosition(system: Self.system, timeline: 1, position: position)
    }

    /// Watches a database in virtual time.
    ///
    /// - Parameter act: runs before each look, with the time since the beginning.
    /// - Returns: the time that the watch took.
    private func watch(
        _ database: any Database, _ act: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) async throws -> Duration {
        let elapsed = Mutex(Duration.zero)
        let time = TaskContext(executor: nil) { pause in
            let now = elapsed.withLock { elapsed in
                elapsed += pause
                return elapsed
            }
            try await act(now)
        }
        try await TaskContext.$current.withValue(time) {
            try await ServingWatch(service: "vault") { try await StoredTimeline.readPosition(on: database) }
                .requireStopped()
        }
        return elapsed.withLock { $0 }
    }

    private func open(position: Int64) async throws -> any Database {
        let database = try await StoreLocation(TimelineFixture.migrations).open()
        try await database.write { transaction in
            _ = try StoredTimeline.lock(in: transaction)
            try StoredTimeline.save(at(position), at: fixture.clock.now, replayingSince: nil, in: transaction)
        }
        return database
    }

    @Test func `a database whose record moves is served, however late in the watch it moves`() async throws {
        let database = try await open(position: 5), now = fixture.clock.now
        for second in [1, 5, 12] {
            let fault = await #expect(throws: SettingsFault.self) {
                _ = try await watch(database) { elapsed in
                    guard elapsed == .seconds(second) else { return }
                    try await StoredTimeline.advance(to: at(Int64(5 + second)), at: now, on: database)
                }
            }
            let text = try #require(fault).description
            #expect(text.contains("latchkey-vault is running") && text.contains("stop every instance"))
            #expect(!text.contains("\n"))
        }
        await database.close()
    }

    @Test func `the record that a crashed instance has left does not move, and nothing else is in the way`()
        async throws
    {
        let database = try await open(position: 5)
        #expect(try await watch(database) == .seconds(12))
        await database.close()
    }

    @Test
    func `a record that appears during the watch is one that has moved, and a database without one is not served`()
        async throws
    {
        let database = try await StoreLocation(TimelineFixture.migrations).open(), now = fixture.clock.now
        #expect(try await watch(database) == .seconds(12))
        await #expect(throws: SettingsFault.self) {
            _ = try await watch(database) { _ in
                try await database.write { try StoredTimeline.markForNewGeneration(at: now, in: $0) }
            }
        }
        await database.close()
    }
}
