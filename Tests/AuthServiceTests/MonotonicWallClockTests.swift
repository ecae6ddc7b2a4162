import AuthStore
import Contracts
import JSONRPC
import Primitives
import SQL
import Support
import Synchronization
import Testing

@testable import AuthService

@Suite struct `The time that the instances share` {
    @Test(arguments: [(Duration.seconds(30), true), (.seconds(30) + .milliseconds(1), false)])
    func `a clock that is up to 30 s ahead of the elapsed time is published`(ahead: Duration, isPublished: Bool) {
        let clock = StoppedClock(), time = MonotonicWallClock(clock.wall, clock.steady)
        time.follow(clock.now)
        clock.advance(by: .hours(5))
        clock.set(clock.now + ahead)
        #expect(((try? time.publishableTime()) != nil) == isPublished)
        #expect(time.now == clock.now)
    }

    @Test(arguments: [(Duration.seconds(30), true), (.seconds(30) + .milliseconds(1), false)])
    func `a clock that is up to 30 s behind the instances is published`(behind: Duration, isPublished: Bool) {
        let clock = StoppedClock(), time = MonotonicWallClock(clock.wall, clock.steady)
        let seen = clock.now
        time.follow(seen)
        clock.set(seen - behind)
        #expect(((try? time.publishableTime()) != nil) == isPublished)
        #expect(time.now == seen)
    }

    @Test(arguments: [(Duration.seconds(61), "jumped 61 s ahead"), (.seconds(-62), "is 62 s behind")])
    func `the error of a clock that is wrong says by how many seconds`(error: Duration, text: String) {
        let clock = StoppedClock(), time = MonotonicWallClock(clock.wall, clock.steady)
        time.follow(clock.now)
        clock.set(clock.now + error)
        let fault = #expect(throws: MonotonicWallClock.ClockFault.self) { try time.publishableTime() }
        #expect(fault?.description.contains(text) == true)
    }

    @Test func `an instance whose clock jumps an hour ahead does not change the others' time`() async throws {
        let fixture = try await AuthServiceFixture(), start = fixture.clock.now
        fixture.clock.set(start + .hours(1))
        await #expect(throws: MonotonicWallClock.ClockFault.self) { try await fixture.auth.exchangeTime() }
        fixture.clock.set(start)
        try await fixture.auth.exchangeTime()
        #expect(fixture.auth.now == start)
    }

    @Test func `a shared time that is too late keeps neither the vault nor a device out`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), high = fixture.clock.now + .hours(1)
        fixture.auth.time.follow(
            try await fixture.auth.store.raiseLatestTime(to: high, after: fixture.clock.now))
        let grant = try await phone.register(fixture)
        #expect(fixture.auth.now == high)
        _ = try await phone.call(SessionStatus.self, Nothing())
        let standing = try await fixture.asVault(
            TokenIntrospect.self, .init(accountId: grant.account, sessionId: grant.sessionId))
        #expect(standing.active)
        _ = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0))
    }

    @Test func `a reset of the shared time is followed by every instance, and undone by none`() async throws {
        let fixture = try await AuthServiceFixture(), start = fixture.clock.now, store = fixture.auth.store
        fixture.clock.set(start + .days(400))
        fixture.auth.believeClock()
        try await fixture.auth.exchangeTime()
        #expect(try await store.latestTime() == start + .days(400))
        _ = try await fixture.database.write { try AuthStore.storedTime.reset(to: start, in: $0) }
        await #expect(throws: MonotonicWallClock.ClockFault.self) { try await fixture.auth.exchangeTime() }
        #expect(try await store.latestTime() == start)
        fixture.clock.set(start)
        try await fixture.auth.exchangeTime()
        #expect(fixture.auth.now == start)
    }

    private func sightings(_ fixture: AuthServiceFixture) async throws -> Int {
        try await fixture.database.select(Statement("SELECT time FROM sweep_sighting")).count
    }

    @Test func `while the clock is not believed, nothing is published and nothing is swept`() async throws {
        let fixture = try await AuthServiceFixture(), start = fixture.clock.now
        fixture.clockStanding.isBelieved = false
        fixture.clock.advance(by: .seconds(5))
        try await fixture.auth.exchangeTime()
        try await fixture.auth.sweep(fixture.inbox.gateway)
        #expect(try await fixture.auth.store.latestTime() == start)
        #expect(try await sightings(fixture) == 0)
        fixture.clockStanding.isBelieved = true
        try await fixture.auth.exchangeTime()
        try await fixture.auth.sweep(fixture.inbox.gateway)
        #expect(try await fixture.auth.store.latestTime() == start + .seconds(5))
        #expect(try await sightings(fixture) == 1)
    }

    @Test func `a waiting poll ends by the clock, however long a read takes`() async throws {
        let fixture = try await AuthServiceFixture(), clock = StoppedClock(), reads = Mutex(0)
        let slow = SteadyClock {
            reads.withLock { $0 += 1 }
            clock.advance(by: .milliseconds(100))
            return clock.steady.now
        }
        let feed = RevocationFeed(store: fixture.auth.store, steady: slow)
        _ = try await feed.page(after: 0, of: nil, wait: .milliseconds(700), since: clock.steady.now)
        #expect(reads.withLock { $0 } == 7)
    }

    @Test(arguments: [(0, 1), (25, 2), (26, 3), (100, 5)])
    func `a waiting poll reads at once, every 25 ms, and when its wait ends`(wait: Int, count: Int) async throws {
        let fixture = try await AuthServiceFixture(), clock = StoppedClock(), reads = Mutex(0)
        let counting = SteadyClock {
            reads.withLock { $0 += 1 }
            return clock.steady.now
        }
        let feed = RevocationFeed(store: fixture.auth.store, steady: counting)
        _ = try await feed.page(after: 0, of: nil, wait: .milliseconds(wait), since: clock.steady.now)
        #expect(reads.withLock { $0 } == count)
    }
}
