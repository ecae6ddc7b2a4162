import Primitives
import Support
import Testing

@testable import ServiceHost

@Suite struct `The host's clock without its jumps` {
    @Test(arguments: [Duration.seconds(30), .seconds(-30)])
    func `a step of 30 s is taken over`(step: Duration) {
        let clock = StoppedClock(), host = HostClock(clock.wall, clock.steady)
        clock.advance(by: .hours(5))
        clock.set(clock.now + step)
        #expect(host.reading == HostClock.Reading(host: clock.now, time: clock.now))
    }

    @Test(arguments: [Duration.seconds(31), .seconds(-31), .days(400), .days(-400)])
    func `after a larger jump time goes on as it did, until the clock is back`(jump: Duration) {
        let clock = StoppedClock(), host = HostClock(clock.wall, clock.steady), start = clock.now
        clock.advance(by: .hours(5))
        clock.set(clock.now + jump)
        #expect(host.clock.now == start + .hours(5) && host.reading.jump == jump)
        clock.advance(by: .hours(1))
        #expect(host.clock.now == start + .hours(6) && host.reading.jump == jump)
        clock.set(start + .hours(6) + .seconds(2))
        #expect(host.clock.now == start + .hours(6) + .seconds(2) && host.reading.jump == .zero)
    }

    @Test func `a jump that is believed is taken over`() {
        let clock = StoppedClock(), host = HostClock(clock.wall, clock.steady)
        clock.set(clock.now + .hours(1))
        host.believe()
        #expect(host.reading == HostClock.Reading(host: clock.now, time: clock.now))
    }

    @Test func `small steps add up`() {
        let clock = StoppedClock(), host = HostClock(clock.wall, clock.steady), start = clock.now
        for _ in 1...10 {
            clock.set(clock.now + .seconds(20))
            #expect(host.reading.jump == .zero)
        }
        #expect(host.clock.now == start + .seconds(200))
    }
}
