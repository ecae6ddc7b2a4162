import Contracts
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Synchronization
import Testing

@testable import ServiceHost

@Suite struct `time.reset` {
    /// A database into which an accepted clock has brought times 400 days ahead.
    private static func poisoned(hasServer: Bool) async throws -> ClockFixture {
        let fixture = try await ClockFixture(hasServer: hasServer)
        try await fixture.store(fixture.start + .days(400))
        try await fixture.addEvent(1, at: fixture.start - .days(1))
        try await fixture.addEvent(2, at: fixture.start + .days(400))
        _ = try await fixture.database.database.write {
            _ = try StoredTimeline.lock(in: $0)
            let position = TimelinePosition(system: 1, timeline: 1, position: 1)
            try StoredTimeline.save(position, at: fixture.start + .days(400), replayingSince: nil, in: $0)
        }
        return fixture
    }

    @Test(arguments: [true, false])
    func `sets every time in the future back, and says which`(hasServer: Bool) async throws {
        let fixture = try await Self.poisoned(hasServer: hasServer), watch = fixture.instance()
        #expect(try await watch.checkAtStart() == .behindStore(.days(400)))
        let answer = try await watch.call(TimeReset.self, TimeReset.example.params)
        #expect(answer.changes.map(\.times) == ["event.at", "lineage.saved_at", "the latest time"])
        #expect(answer.changes.allSatisfy { $0.rows == 1 } && !answer.notMended.isEmpty && answer.clock.isBelieved)
        #expect(try await fixture.stored == fixture.start)
        #expect(try await fixture.events == [fixture.start - .days(1), fixture.start])
        #expect(try await StoredTimeline.read(on: fixture.database.database)?.savedAt == fixture.start)
        #expect(try await watch.checkAtStart() == nil)
        #expect(try await watch.call(TimeReset.self, .init(force: false)).changes == [])
    }

    @Test func `another instance whose wrong clock was accepted follows, and does not undo it`() async throws {
        let fixture = try await ClockFixture(hasServer: true), ahead = StoppedClock(at: fixture.start + .days(400))
        let wrong = fixture.instance(ahead), right = fixture.instance()
        _ = try await right.checkAtStart()
        try await right.look()
        #expect(try await wrong.checkAtStart() == .awayFromServer(.days(400)))
        try await wrong.accept()
        try await wrong.look()
        #expect(try await fixture.stored == ahead.now)
        _ = try await right.call(TimeReset.self, .init(force: false))
        try await wrong.look()
        #expect(try await fixture.stored == fixture.start)
        #expect(wrong.readinessProblem?.contains("400 days ahead of the database server's") == true)
    }

    /// The steady clock stands still, so the next comparison of the clocks is never due.
    @Test(.timeLimit(.minutes(1))) func `another instance follows within seconds, not at its next comparison`()
        async throws
    {
        let fixture = try await ClockFixture(hasServer: true), ahead = StoppedClock(at: fixture.start + .days(400))
        let wrong = fixture.instance(ahead), right = fixture.instance()
        _ = try await wrong.checkAtStart()
        try await wrong.accept()
        let running = Task { await wrong.run() }
        defer { running.cancel() }
        while try await fixture.stored != ahead.now { try await Task.sleep(for: .milliseconds(20)) }
        try await Task.sleep(for: .seconds(2))
        #expect(wrong.readinessProblem == nil)
        _ = try await right.checkAtStart()
        _ = try await right.call(TimeReset.self, .init(force: false))
        for _ in 1...500 where wrong.readinessProblem == nil { try await Task.sleep(for: .milliseconds(20)) }
        #expect(wrong.readinessProblem?.contains("400 days ahead of the database server's") == true)
        #expect(try await fixture.stored == fixture.start)
    }

    /// On SQLite a service goes on by the steady clock after a jump, and stores no time meanwhile.
    @Test func `gives the latest time by which the service has judged, also one that is not stored`() async throws {
        let fixture = try await ClockFixture(hasServer: false), latest = Mutex<Instant?>(nil)
        fixture.clock.set(fixture.start + .days(400))
        let watch = fixture.instance { _, _, judged in
            latest.withLock { $0 = judged }
            return [:]
        }
        _ = try await watch.checkAtStart()
        try await watch.look()
        fixture.clock.advance(by: .minutes(20))
        let judged = fixture.clock.now
        fixture.clock.set(fixture.start)
        _ = try await watch.reset(isForced: false)
        #expect(latest.withLock { $0 } == judged)
    }

    @Test(arguments: [
        (Duration.seconds(30), false), (.seconds(31), true), (.seconds(-30), false), (.seconds(-31), true),
    ])
    func `is refused for a clock that differs from the server's, unless forced`(
        error: Duration, isRefused: Bool
    ) async throws {
        let fixture = try await Self.poisoned(hasServer: true)
        fixture.clock.set(fixture.start + error)
        let watch = fixture.instance()
        _ = try await watch.checkAtStart()
        if isRefused {
            let failure = await #expect(throws: CallFailure.self) {
                try await watch.call(TimeReset.self, .init(force: false))
            }
            #expect(failure?.fault?.isKind(.timeRefused) == true)
            #expect(try await fixture.stored == fixture.start + .days(400))
        }
        #expect(try await watch.call(TimeReset.self, .init(force: isRefused)).clock.isBelieved)
        #expect(try await fixture.stored == fixture.start + error)
    }

    @Test(arguments: [(Duration.zero, false), (.milliseconds(1), true)])
    func `is refused for a clock that is earlier than the program's file, unless forced`(
        later: Duration, isRefused: Bool
    ) async throws {
        let fixture = try await Self.poisoned(hasServer: false)
        let watch = fixture.instance(programMade: fixture.start + later)
        _ = try await watch.checkAtStart()
        if isRefused {
            await #expect(throws: ClockWatch.Refusal.self) { try await watch.reset(isForced: false) }
            #expect(try await fixture.stored == fixture.start + .days(400))
        }
        _ = try await watch.reset(isForced: isRefused)
        #expect(try await fixture.stored == fixture.start)
    }
}
