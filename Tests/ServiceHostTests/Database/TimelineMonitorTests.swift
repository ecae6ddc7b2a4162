#if Postgres
import Postgres
import PostgresSupport
import Primitives
import SQL
import Support
import Synchronization
import Testing

@testable import ServiceHost

/// The monitor of a PostgreSQL database's timeline, in virtual time: its pauses advance the clock.
@Suite struct TimelineMonitorTests {
    private let fixture = TimelineFixture()
    private let guarding = TimelineGuard()
    private let fresh: FreshDatabase

    init() async throws { fresh = try await FreshDatabase(TimelineFixture.migrations, on: .local()) }

    /// Runs the monitor.
    ///
    /// - Parameters:
    ///   - length: the virtual time after which it ends.
    ///   - act: runs during each pause, with the virtual time since the beginning.
    private func run(
        on database: any Database, for length: Duration, _ act: @escaping @Sendable (Duration) async throws -> Void
    ) async throws {
        let monitor = TimelineMonitor(
            guarding: guarding, timelineCheck: fixture.check(), steady: fixture.clock.steady,
            open: { [fresh] in try await fresh.open() }, whenChecked: { _ in })
        try await monitor.checkAtStart()
        let elapsed = Mutex(Duration.zero), failure = Mutex<(any Error)?>(nil)
        let time = TaskContext(executor: nil) { [clock = fixture.clock] pause in
            clock.advance(by: pause)
            let now = elapsed.withLock { elapsed in
                elapsed += pause
                return elapsed
            }
            do { try await act(now) } catch { failure.withLock { $0 = error } }
            if now >= length { withUnsafeCurrentTask { $0?.cancel() } }
        }
        await TaskContext.$current.withValue(time) { await Task { await monitor.run(on: database) }.value }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    @Test func `every five seconds the position read five seconds before is recorded and becomes the served one`()
        async throws
    {
        let database = try await fresh.open()
        let read = Mutex<[Int: TimelinePosition]>([:]), recorded = Mutex<[TimelinePosition?]>([])
        try await run(on: database, for: .seconds(20)) { [guarding] now in
            let milliseconds = now.ms
            let last = try await StoredTimeline.readPosition(on: database)
            recorded.withLock { if $0.last != last { $0.append(last) } }
            #expect(guarding.state.served == last)
            try await TimelineFixture.write(Int(milliseconds), to: database)
            let position = try await database.read { try TimelinePosition.read(in: $0) }
            read.withLock { $0[Int(milliseconds)] = position }
        }
        let positions = read.withLock { $0 }, moves = recorded.withLock { Array($0.dropFirst()) }
        try #require(moves.count == 2)
        for (move, milliseconds) in zip(moves, [5_000, 10_000]) {
            // Other databases of the server write to the same log, so the position read lies between two of this test.
            let before = try #require(positions[milliseconds]), after = try #require(positions[milliseconds + 250])
            let position = try #require(move).position
            #expect((before.position..<after.position).contains(position), "the position read after \(milliseconds) ms")
        }
        await database.close()
    }

    @Test func `a connection to another server leads to a check within a quarter of a second`() async throws {
        let database = try await fresh.open()
        let admitted = Mutex<[Int64]>([])
        try await run(on: database, for: .seconds(2)) { [guarding] now in
            let here = try await database.read { try TimelinePosition.read(in: $0) }
            let other = TimelinePosition(system: here.system + 1, timeline: here.timeline, position: here.position)
            if now == .milliseconds(1_000) { #expect(throws: SQLFault.self) { try guarding.admit(other) } }
            if (try? guarding.admit(here)) != nil { admitted.withLock { $0.append(Int64(now.ms)) } }
        }
        #expect(admitted.withLock { $0 } == [250, 500, 750, 1_250, 1_500, 1_750, 2_000])
        await database.close()
    }
}
#endif
