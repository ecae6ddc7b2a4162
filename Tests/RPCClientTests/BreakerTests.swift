import Primitives
import RPCClient
import Testing

@Suite struct BreakerTests {
    private let start = SteadyInstant(nanoseconds: 1_000_000_000)

    private func breaker(after failures: Int) -> Breaker {
        var breaker = Breaker()
        for _ in 0..<failures { breaker.failed(at: start) }
        return breaker
    }

    @Test(arguments: [(0, true), (4, true), (5, false), (6, false)])
    func `five failures in a row open the breaker`(failures: Int, admits: Bool) {
        var breaker = breaker(after: failures)
        let first = breaker.admits(at: start)
        #expect(first == admits)
    }

    @Test func `an answer between failures sets the count of failures to zero`() {
        var breaker = breaker(after: 4)
        breaker.succeeded()
        for _ in 0..<4 { breaker.failed(at: start) }
        let first = breaker.admits(at: start)
        #expect(first)
        breaker.failed(at: start)
        let second = breaker.admits(at: start)
        #expect(!second)
    }

    @Test(arguments: [(Duration.milliseconds(999), false), (.seconds(1), true), (.seconds(2), true)])
    func `after the pause one call is admitted`(later: Duration, admits: Bool) {
        var breaker = breaker(after: 5)
        let first = breaker.admits(at: start + later)
        #expect(first == admits)
        let second = breaker.admits(at: start + later)
        #expect(!second)
    }

    @Test(arguments: [(Duration.seconds(300) - .milliseconds(1), false), (.seconds(300), true)])
    func `a breaker that is opened from outside admits a trial call after its own pause`(
        later: Duration, admits: Bool
    ) {
        var breaker = Breaker(pause: .seconds(300))
        breaker.open(at: start)
        let isOpen = breaker.isOpen
        let first = breaker.admits(at: start + later)
        #expect(isOpen && first == admits)
        breaker.succeeded()
        let isOpenAfterwards = breaker.isOpen
        #expect(!isOpenAfterwards)
    }

    @Test func `a trial call that is answered closes the breaker`() {
        var breaker = breaker(after: 5)
        let first = breaker.admits(at: start + .seconds(1))
        #expect(first)
        breaker.succeeded()
        let second = breaker.admits(at: start + .seconds(1))
        #expect(second)
        #expect(breaker == Breaker())
    }

    @Test func `a trial call that fails begins another pause`() {
        var breaker = breaker(after: 5)
        let trial = start + .seconds(1)
        let first = breaker.admits(at: trial)
        #expect(first)
        breaker.failed(at: trial + .milliseconds(10))
        let second = breaker.admits(at: trial + .seconds(1))
        #expect(!second)
        let third = breaker.admits(at: trial + .milliseconds(1_010))
        #expect(third)
    }

    @Test func `a trial call without a reported outcome counts as failed after another pause`() {
        var breaker = breaker(after: 5)
        let first = breaker.admits(at: start + .seconds(1))
        #expect(first)
        let second = breaker.admits(at: start + .milliseconds(1_999))
        #expect(!second)
        let third = breaker.admits(at: start + .seconds(2))
        #expect(third)
    }

    @Test func `a handshake admits calls again, and one more failure opens the breaker again`() {
        var breaker = breaker(after: 5)
        let later = start + Breaker.pause
        let trial = breaker.admits(at: later)
        breaker.acceptedHandshake()
        let next = breaker.admits(at: later)
        #expect(trial && next)
        breaker.failed(at: later)
        let last = breaker.admits(at: later)
        #expect(!last)
    }

    @Test func `handshakes between failures do not keep the breaker closed`() {
        var breaker = Breaker()
        for _ in 0..<Breaker.limit {
            let isAdmitted = breaker.admits(at: start)
            #expect(isAdmitted)
            breaker.acceptedHandshake()
            breaker.failed(at: start)
        }
        let last = breaker.admits(at: start)
        #expect(!last)
    }
}
