import AuthService
import Primitives
import Support
import Testing

@testable import MessageDrivers

@Suite struct `A sequence of drivers` {
    private let clock = StoppedClock(), log = LogRecord()
    private let first = ScriptedProvider(), second = ScriptedProvider()

    private func sequence(sendsReports: Bool = false) -> DriverSequence {
        DriverSequence(
            [first.driver("first", sendsReports: sendsReports), second.driver("second")], rest: .seconds(300),
            steady: clock.steady, log: log.logger)
    }

    private func handOver(_ sequence: DriverSequence, _ times: Int = 1) async {
        for _ in 0..<times { _ = await sequence.handOver(.sample()) }
    }

    @Test(arguments: [
        (DeliveryOutcome.accepted, DeliveryOutcome.accepted, "first"), (.unknown, .unknown, "first"),
        (.failedTemporarily, .accepted, "second"), (.failedPermanently, .accepted, "second"),
    ])
    func `the second driver gets a message only if the first certainly has not taken it`(
        answer: DeliveryOutcome, outcome: DeliveryOutcome, driver: String
    ) async {
        first.answer([answer])
        #expect(await sequence().handOver(.sample()) == Handover(outcome, driver: driver))
        #expect(second.count == (driver == "second" ? 1 : 0))
    }

    @Test func `a message is refused for good only if every driver refuses it for good`() async {
        first.answer([.failedPermanently, .failedPermanently])
        second.answer([.failedPermanently, .failedTemporarily])
        let sequence = sequence()
        #expect(await sequence.handOver(.sample()).outcome == .failedPermanently)
        #expect(await sequence.handOver(.sample()).outcome == .failedTemporarily)
    }

    @Test(arguments: [DeliveryOutcome.failedTemporarily, .unknown])
    func `a driver that fails five times in a row rests, and gets one message as a trial after the rest`(
        failure: DeliveryOutcome
    ) async {
        let sequence = sequence()
        first.answer(Array(repeating: failure, count: 6))
        await handOver(sequence, 4)
        #expect(sequence.restingDrivers == 0)
        await handOver(sequence, 3)
        #expect(first.count == 5)
        #expect(sequence.restingDrivers == 1)
        clock.advance(by: .seconds(300) - .milliseconds(1))
        await handOver(sequence)
        #expect(first.count == 5)
        clock.advance(by: .milliseconds(1))
        await handOver(sequence, 3)  // the trial fails
        #expect(first.count == 6)
        clock.advance(by: .seconds(300))
        await handOver(sequence, 3)  // the trial succeeds
        #expect(first.count == 9)
        #expect(sequence.restingDrivers == 0)
    }

    @Test func `a driver that rests still gets the messages that the other does not take`() async {
        let sequence = sequence()
        first.answer(Array(repeating: .failedTemporarily, count: 5))
        await handOver(sequence, 5)
        second.answer([.failedTemporarily])
        #expect(await sequence.handOver(.sample()) == Handover(.accepted, driver: "first"))
    }

    @Test func `numbers that a driver refuses do not make it rest`() async {
        let sequence = sequence()
        first.answer(Array(repeating: .failedPermanently, count: 20))
        await handOver(sequence, 20)
        #expect(first.count == 20)
        #expect(sequence.restingDrivers == 0)
    }

    @Test func `the log masks the number and holds no code`() async {
        first.answer([.failedTemporarily])
        await handOver(sequence())
        let line = "\(log.entries)"
        #expect(line.contains("+49•••••678"))
        #expect(!line.contains("4915112345678") && !line.contains("654321"))
    }
}
