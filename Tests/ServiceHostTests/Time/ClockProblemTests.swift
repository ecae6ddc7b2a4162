import Primitives
import Testing

@testable import ServiceHost

@Suite struct `A start's judgement of the host's clock` {
    private static let now = Instant(ms: 1_750_000_000_000)

    private static func problem(stored: Duration?, server: Duration? = nil, days: Int = 3) -> ClockProblem? {
        .atStart(
            host: now, stored: stored.map { now - $0 }, server: server.map { now - $0 }, maxDowntime: .days(days))
    }

    @Test func `in a database that was never served every clock is believed`() {
        #expect(Self.problem(stored: nil) == nil)
    }

    @Test(arguments: [
        (Duration.days(3), nil), (.days(3) + .seconds(1), ClockProblem.aheadOfStore(.days(3) + .seconds(1))),
        (.days(-3), nil), (.days(-3) - .seconds(1), .behindStore(.days(3) + .seconds(1))),
    ])
    func `a clock is believed up to three days from the latest stored time`(ahead: Duration, problem: ClockProblem?) {
        #expect(Self.problem(stored: ahead) == problem)
    }

    @Test(arguments: [
        (Duration.seconds(30), nil), (.seconds(31), ClockProblem.awayFromServer(.seconds(31))),
        (.seconds(-30), nil), (.seconds(-31), .awayFromServer(.seconds(-31))),
    ])
    func `a clock is believed up to 30 s from the database server's`(ahead: Duration, problem: ClockProblem?) {
        #expect(Self.problem(stored: .zero, server: ahead) == problem)
        #expect(Self.problem(stored: nil, server: ahead) == problem)
    }

    @Test func `the number of days is a setting`() {
        #expect(Self.problem(stored: .days(10), days: 10) == nil)
        #expect(Self.problem(stored: .days(10), days: 9) == .aheadOfStore(.days(10)))
    }

    @Test(arguments: [
        (
            ClockProblem.aheadOfStore(.days(400)),
            "the host's clock is 400 days ahead of the latest time in the database"
        ),
        (.behindStore(.days(4)), "the host's clock is 4 days behind the latest time in the database"),
        (.awayFromServer(.seconds(119)), "the host's clock is 119 s ahead of the database server's"),
        (.awayFromServer(.seconds(-120)), "the host's clock is 2 minutes behind the database server's"),
        (.jumped(.seconds(7_199)), "the host's clock has jumped 119 minutes ahead"),
        (.jumped(.seconds(-7_200)), "the host's clock has jumped 2 hours back"),
        (.jumped(.seconds(172_799)), "the host's clock has jumped 47 hours ahead"),
    ])
    func `a problem is one line`(problem: ClockProblem, text: String) {
        #expect("\(problem)" == text)
    }

    @Test(arguments: [ClockProblem.aheadOfStore(.days(4)), .awayFromServer(.hours(1)), .jumped(.hours(1))])
    func `a clock that is right all the same can be accepted`(problem: ClockProblem) {
        #expect(problem.remedy("vault").contains("'latchkey-vault time accept'"))
    }

    @Test func `a stored time that is wrong is reset`() {
        #expect(ClockProblem.behindStore(.days(4)).remedy("auth").contains("'latchkey-auth time reset'"))
    }
}
