import Logging
import Primitives
import Support
import Synchronization
import Testing

@testable import VaultService

/// The attempts to truncate the write-ahead log.
@Suite final class LogTruncationTests: Sendable {
    private struct Refused: Error {}

    private let clock = StoppedClock()
    private let attempts = Mutex(0)
    private let refuses = Mutex(true)

    private func truncation() -> LogTruncation {
        LogTruncation(steady: clock.steady, log: Logger(label: "test")) { [self] in
            attempts.withLock { $0 += 1 }
            if refuses.withLock({ $0 }) { throw Refused() }
        }
    }

    @Test func `it is due at first, and then after each change`() async {
        let truncation = truncation()
        refuses.withLock { $0 = false }
        await truncation.runIfDue()
        await truncation.runIfDue()
        #expect(attempts.withLock { $0 } == 1)
        truncation.becomesDue()
        await truncation.runIfDue()
        #expect(attempts.withLock { $0 } == 2)
    }

    @Test func `after each failure the next attempt waits twice as long, from a minute up to an hour`() async {
        let truncation = truncation()
        await truncation.runIfDue()
        for (turn, minutes) in [1, 2, 4, 8, 16, 32, 60, 60].enumerated() {
            clock.advance(by: .minutes(minutes) - .milliseconds(1))
            truncation.becomesDue()
            await truncation.runIfDue()
            #expect(attempts.withLock { $0 } == turn + 1, "a millisecond before \(minutes) minutes")
            clock.advance(by: .milliseconds(1))
            await truncation.runIfDue()
            #expect(attempts.withLock { $0 } == turn + 2, "after \(minutes) minutes")
        }
        refuses.withLock { $0 = false }
        clock.advance(by: .hours(1))
        await truncation.runIfDue()
        refuses.withLock { $0 = true }
        truncation.becomesDue()
        await truncation.runIfDue()
        let made = attempts.withLock { $0 }
        clock.advance(by: .minutes(1))
        await truncation.runIfDue()
        #expect(attempts.withLock { $0 } == made + 1, "after a success the pauses begin anew")
    }
}
