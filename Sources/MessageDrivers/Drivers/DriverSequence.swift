public import AuthService
public import Logging
import Metrics
public import Primitives
import RPCClient
import Synchronization

/// Hands each message to the first driver that takes it.
///
/// A driver that fails several times in a row, or whose delivery reports stop, rests: the others come before it. After the
/// rest it gets one message as a trial. A message goes to another driver only if the one before certainly has not taken it.
public final class DriverSequence: Sendable {
    private let drivers: [MessageDriver]
    private let steady: SteadyClock
    private let log: Logger
    private let states: Mutex<[State]>

    private struct State {
        var breaker: Breaker
        /// The time from which the driver has been taking messages.
        var since: SteadyInstant
    }

    /// - Parameter rest: how long a driver that fails comes after the others.
    public init(_ drivers: [MessageDriver], rest: Duration, steady: SteadyClock, log: Logger) {
        self.drivers = drivers
        self.steady = steady
        self.log = log
        let state = State(breaker: Breaker(pause: rest), since: steady.now)
        states = Mutex(Array(repeating: state, count: drivers.count))
    }

    /// The gateway over these drivers.
    ///
    /// - Parameter reportWait: the time within which a delivery report must follow a message.
    public func gateway(reportWait: Duration) -> SMSGateway {
        let watch = ReportWatch(
            wait: reportWait, drivers: { self.watchedDrivers() }, suspend: { self.suspend($0) })
        return SMSGateway(reportWatch: drivers.count > 1 ? watch : nil) { await self.handOver($0) }
    }

    /// The number of drivers that rest.
    public var restingDrivers: Int { states.withLock { $0.count { $0.breaker.isOpen } } }

    func handOver(_ message: TextMessage) async -> Handover {
        var last = Handover(.failedTemporarily, driver: nil)
        var isRefusedByAll = true
        for index in order() {
            let driver = drivers[index]
            let answer = await driver.send(message)
            Counter(
                label: "messages_by_driver_total",
                dimensions: [("driver", driver.name), ("outcome", answer.outcome.rawValue)]
            ).increment()
            note(answer, from: index, message)
            last = Handover(answer.outcome, driver: driver.name)
            switch answer.outcome {
            case .accepted, .unknown: return last
            case .failedTemporarily: isRefusedByAll = false
            case .failedPermanently: break
            }
        }
        return Handover(isRefusedByAll ? .failedPermanently : .failedTemporarily, driver: last.driver)
    }

    /// The drivers that do not rest, then the others, each group as the setting lists them.
    private func order() -> [Int] {
        let now = steady.now
        return states.withLock { states in
            let admitted = states.indices.filter { states[$0].breaker.admits(at: now) }
            return admitted + states.indices.filter { !admitted.contains($0) }
        }
    }

    private func note(_ answer: DriverAnswer, from index: Int, _ message: TextMessage) {
        let now = steady.now
        let (began, ended) = states.withLock { states in
            let wasOpen = states[index].breaker.isOpen
            switch answer.outcome {
            // A message that is refused for its number says nothing about the driver's other messages.
            case .accepted, .failedPermanently:
                states[index].breaker.succeeded()
                if wasOpen { states[index].since = now }
            case .failedTemporarily, .unknown: states[index].breaker.failed(at: now)
            }
            let isOpen = states[index].breaker.isOpen
            return (isOpen && !wasOpen, wasOpen && !isOpen)
        }
        let name = drivers[index].name
        if answer.outcome != .accepted {
            log.warning(
                "a driver did not confirm that it took a message",
                metadata: [
                    "driver": "\(name)", "to": "\(message.to)", "outcome": "\(answer.outcome)",
                    "reason": "\(answer.reason)",
                ])
        }
        if began { log.error("a driver of messages fails and rests", metadata: ["driver": "\(name)"]) }
        if ended { log.notice("a driver of messages takes messages again", metadata: ["driver": "\(name)"]) }
    }

    /// The drivers that take messages at present and whose providers report deliveries.
    private func watchedDrivers() -> [ReportWatch.Driver] {
        let now = steady.now
        return states.withLock { states in
            drivers.indices.filter { drivers[$0].sendsReports && !states[$0].breaker.isOpen }
                .map { ReportWatch.Driver(name: drivers[$0].name, since: now - states[$0].since) }
        }
    }

    private func suspend(_ name: String) {
        guard let index = drivers.firstIndex(where: { $0.name == name }) else { return }
        states.withLock { $0[index].breaker.open(at: steady.now) }
        log.error(
            "a driver of messages rests, because its delivery reports have stopped", metadata: ["driver": "\(name)"])
    }
}
