import Primitives
import Support
import Testing

@testable import RPCServer

@Suite struct `Repeated log lines` {
    @Test func `one line is let through in each interval, with the number of those left out before it`() {
        let clock = StoppedClock(), line = RepeatedLogLine(every: .seconds(10))
        #expect(line.omittedBefore(clock.steady.now) == 0)
        for _ in 0..<500 { #expect(line.omittedBefore(clock.steady.now) == nil) }
        clock.advance(by: .milliseconds(9_999))
        #expect(line.omittedBefore(clock.steady.now) == nil)
        clock.advance(by: .milliseconds(1))
        #expect(line.omittedBefore(clock.steady.now) == 501)
        clock.advance(by: .seconds(10))
        #expect(line.omittedBefore(clock.steady.now) == 0)
    }
}
