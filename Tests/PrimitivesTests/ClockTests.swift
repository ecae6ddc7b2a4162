import Primitives
import Support
import Testing

@Suite struct ClockTests {
    @Test func `the system's wall clock shows a time after November 2023`() {
        #expect(WallClock.system.now > Instant(ms: 1_700_000_000_000))
    }

    @Test func `the system's steady clock does not go back`() {
        var last = SteadyClock.system.now
        for _ in 0..<1000 {
            let now = SteadyClock.system.now
            #expect(now >= last)
            last = now
        }
    }

    @Test func `a stopped clock changes only when it is advanced, wall and steady clock alike`() {
        let clock = StoppedClock()
        let (wall, steady) = (clock.wall.now, clock.steady.now)
        #expect(clock.wall.now == wall)
        clock.advance(by: .minutes(5))
        #expect(clock.wall.now - wall == .minutes(5))
        #expect(clock.steady.now - steady == .minutes(5))
    }

    @Test func `setting the wall clock does not change the steady clock`() {
        let clock = StoppedClock()
        let steady = clock.steady.now
        clock.set(Instant(ms: 0))
        #expect(clock.wall.now == Instant(ms: 0))
        #expect(clock.steady.now == steady)
    }

    @Test func `steady instants can be subtracted in either order, and sums stay within their range`() {
        let (early, late) = (SteadyInstant(nanoseconds: 5), SteadyInstant(nanoseconds: 7))
        #expect(late - early == .nanoseconds(2))
        #expect(early - late == .nanoseconds(-2))
        #expect(early + .nanoseconds(2) == late)
        #expect(early + .seconds(-1) == SteadyInstant(nanoseconds: 0))
        #expect(late + .days(Int32.max) + .days(Int32.max) == SteadyInstant(nanoseconds: .max))
    }
}
