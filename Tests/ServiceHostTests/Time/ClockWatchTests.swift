import Logging
import Primitives
import SQL
import Support
import Synchronization
import Testing

@testable import ServiceHost

#if Postgres
import PostgresSupport
#endif

@Suite(.timeLimit(.minutes(1))) struct `The watch over the host's clock` {
    @Test(arguments: [true, false], [Duration.days(3), .days(3) + .seconds(1), .days(400)])
    func `a start after a longer stop stores nothing until the administrator accepts the clock`(
        hasServer: Bool, stop: Duration
    ) async throws {
        let fixture = try await ClockFixture(hasServer: hasServer)
        try await fixture.store(fixture.start - stop)
        let watch = fixture.instance(), isLong = stop > .days(3)
        #expect(try await watch.checkAtStart() == (isLong ? .aheadOfStore(stop) : nil))
        try await watch.look()
        #expect(try await fixture.stored == (isLong ? fixture.start - stop : fixture.start))
        guard isLong else { return }
        #expect(watch.readinessProblem?.contains("latchkey-auth time accept") == true)
        try await watch.accept()
        #expect(try await watch.checkAtStart() == nil)
        try await watch.look()
        #expect(watch.readinessProblem == nil)
        #expect(try await fixture.stored == fixture.start)
    }

    @Test(arguments: [true, false])
    func `the start of an empty database is believed, and its time is stored`(hasServer: Bool) async throws {
        let fixture = try await ClockFixture(hasServer: hasServer), watch = fixture.instance()
        #expect(try await watch.checkAtStart() == nil)
        try await watch.look()
        #expect(try await fixture.stored == fixture.start)
    }

    @Test func `a clock that is set right while the start waits needs no command`() async throws {
        let fixture = try await ClockFixture(hasServer: false)
        try await fixture.store(fixture.start)
        fixture.clock.set(fixture.start + .days(400))
        let watch = fixture.instance()
        #expect(try await watch.checkAtStart() == .aheadOfStore(.days(400)))
        fixture.clock.set(fixture.start)
        #expect(try await watch.checkAtStart() == nil)
        #expect(watch.problem == nil)
    }

    @Test func `a start that goes on is not ready before the service is served`() async throws {
        let fixture = try await ClockFixture(hasServer: false)
        try await fixture.store(fixture.start - .days(4))
        let watch = fixture.instance()
        watch.setWaiting(true)
        #expect(try await watch.checkAtStart() == .aheadOfStore(.days(4)))
        try await watch.accept()
        #expect(watch.problem == nil && watch.readinessProblem == "the start goes on now")
        watch.setWaiting(false)
        #expect(watch.readinessProblem == nil)
    }

    @Test func `the time of a restore counts as a stored time`() async throws {
        let fixture = try await ClockFixture(hasServer: false)
        try await fixture.store(fixture.start - .days(100))
        _ = try await fixture.database.database.write {
            try StoredTimeline.markForNewGeneration(at: fixture.start, in: $0)
        }
        #expect(try await fixture.instance().checkAtStart() == nil)
    }

    @Test(arguments: [Duration.hours(1), .hours(-1)])
    func `a jump on SQLite is noticed, stores nothing, and leaves the service ready`(jump: Duration) async throws {
        let fixture = try await ClockFixture(hasServer: false), watch = fixture.instance()
        _ = try await watch.checkAtStart()
        try await watch.look()
        fixture.clock.set(fixture.start + jump)
        #expect(watch.problem == .jumped(jump) && watch.readinessProblem == nil)
        try await watch.look()
        #expect(try await fixture.stored == fixture.start)
        #expect(watch.host.clock.now == fixture.start)
        fixture.clock.set(fixture.start)
        #expect(watch.problem == nil)
    }

    @Test(arguments: [
        (Duration.seconds(30), true), (.seconds(31), false), (.seconds(-30), true), (.seconds(-31), false),
    ])
    func `an instance that drifts from the server is not ready beyond 30 s, and ready again when it is back`(
        drift: Duration, isReady: Bool
    ) async throws {
        let fixture = try await ClockFixture(hasServer: true), watch = fixture.instance()
        _ = try await watch.checkAtStart()
        try await watch.look()
        for part in 1...31 {  // Each step is small, so it is no jump.
            fixture.clock.set(fixture.start + drift * part / 31)
            _ = watch.host.reading
        }
        try await watch.look()
        #expect((watch.readinessProblem == nil) == isReady)
        fixture.clock.set(fixture.right)
        try await watch.look()
        #expect(watch.readinessProblem == nil)
    }

    @Test func `a jump with which the clock agrees with the server is taken over`() async throws {
        let fixture = try await ClockFixture(hasServer: true), watch = fixture.instance(), times = Mutex(0)
        watch.whenBelieved { times.withLock { $0 += 1 } }
        _ = try await watch.checkAtStart()
        fixture.clock.advance(by: .hours(2))  // The host was asleep for two hours, and its steady clock was not.
        let host = StoppedClock(at: fixture.start)
        let asleep = fixture.instance(host)
        asleep.whenBelieved { times.withLock { $0 += 1 } }
        #expect(try await asleep.checkAtStart() == .awayFromServer(.hours(-2)))
        host.set(fixture.right)
        #expect(try await asleep.checkAtStart() == nil)
        host.set(fixture.right)
        try await asleep.look()
        #expect(asleep.problem == nil && asleep.host.clock.now == fixture.right)
    }

    @Test func `a jump while the service runs is taken over once the server shows the same time`() async throws {
        let fixture = try await ClockFixture(hasServer: true), host = StoppedClock(at: fixture.start)
        let watch = fixture.instance(host), times = Mutex(0)
        watch.whenBelieved { times.withLock { $0 += 1 } }
        _ = try await watch.checkAtStart()
        fixture.clock.advance(by: .hours(2))
        host.set(fixture.right)
        #expect(watch.problem == .jumped(.hours(2)))
        try await watch.look()
        #expect(watch.problem == nil && watch.host.clock.now == fixture.right && times.withLock { $0 } == 1)
    }

    @Test func `a jump away from the server makes the instance unready`() async throws {
        let fixture = try await ClockFixture(hasServer: true), watch = fixture.instance()
        _ = try await watch.checkAtStart()
        fixture.clock.set(fixture.start + .hours(1))
        try await watch.look()
        #expect(watch.problem == .awayFromServer(.hours(1)))
        #expect(watch.host.clock.now == fixture.start)
        fixture.clock.set(fixture.start)
        try await watch.look()
        #expect(watch.problem == nil)
    }

    #if Postgres
    @Test func `the clock of a real server is read`() async throws {
        let server = try await FreshDatabase()
        let common = try CommonOnly.read(flags: ["data": scratchFolder(), "database": server.url])
        let opened = try await common.openDatabase(
            check: common.timelineCheck(log: Logger(label: "test")) { _, _, _ in }, whenChecked: { _ in })
        let clocks = try await ClockMeasurement(of: .system, opened, stored: nil)
        #expect(try #require(clocks.difference).ms.magnitude < 5_000)
        let ahead = WallClock { WallClock.system.now + .hours(1) }
        let wrong = try await ClockMeasurement(of: ahead, opened, stored: nil)
        #expect(wrong.problem(maxDowntime: .days(3))?.refusesService == true)
        await opened.close()
    }
    #endif
}
