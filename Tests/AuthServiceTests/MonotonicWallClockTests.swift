import AuthStore
import Contracts
import JSONRPC
import Primitives
import Support
import Synchronization
import Testing

@testable import AuthService

@Suite struct `The time of all instances` {
    @Test(arguments: [(Duration.seconds(30), true), (.seconds(30) + .milliseconds(1), false)])
    func `a clock that is ahead of the time that has passed is handed on up to 30 s`(ahead: Duration, isTold: Bool) {
        let clock = StoppedClock(), time = MonotonicWallClock(clock.wall, clock.steady)
        time.raise(to: clock.now)
        clock.advance(by: .hours(5))
        clock.set(clock.now + ahead)
        #expect(((try? time.told()) != nil) == isTold)
        #expect(time.now == clock.now, "its own host still goes by it")
    }

    @Test(arguments: [(Duration.seconds(30), true), (.seconds(30) + .milliseconds(1), false)])
    func `a clock that is behind what was seen is said to be from 30 s on`(behind: Duration, isTold: Bool) {
        let clock = StoppedClock(), time = MonotonicWallClock(clock.wall, clock.steady)
        let seen = clock.now
        time.raise(to: seen)
        clock.set(seen - behind)
        #expect(((try? time.told()) != nil) == isTold)
        #expect(time.now == seen)
    }

    @Test func `an instance whose clock jumps an hour ahead moves nobody else's time`() async throws {
        let fixture = try await AuthServiceFixture(), start = fixture.clock.now
        fixture.clock.set(start + .hours(1))
        await #expect(throws: MonotonicWallClock.Trouble.self) { try await fixture.auth.keepTime() }
        fixture.clock.set(start)
        try await fixture.auth.keepTime()
        #expect(fixture.auth.now == start)
    }

    @Test func `a time that was seen too high keeps neither the vault nor a device out`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), high = fixture.clock.now + .hours(1)
        fixture.auth.time.raise(to: try await fixture.auth.store.latestTime(high))
        let grant = try await phone.register(fixture)
        #expect(fixture.auth.now == high)
        _ = try await phone.call(SessionStatus.self, Nothing())
        let standing = try await fixture.asVault(
            TokenIntrospect.self, .init(accountId: grant.accountId, sessionId: grant.sessionId))
        #expect(standing.active)
        _ = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0))
    }

    @Test func `a poll that waits ends by the clock, however long a look takes`() async throws {
        let fixture = try await AuthServiceFixture(), clock = StoppedClock(), looks = Mutex(0)
        let slow = SteadyClock {
            looks.withLock { $0 += 1 }
            clock.advance(by: .milliseconds(100))
            return clock.steady.now
        }
        let feed = RevocationFeed(store: fixture.auth.store, steady: slow)
        _ = try await feed.page(after: 0, of: nil, wait: .milliseconds(700), since: clock.steady.now)
        #expect(looks.withLock { $0 } == 7)
    }
}
