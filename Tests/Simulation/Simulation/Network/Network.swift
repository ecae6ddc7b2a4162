import JSONRPC
import Primitives
import StrictJSON
import Synchronization

/// The two services of the pair.
enum ServiceName: String, Sendable, CaseIterable {
    case auth, vault
}

/// A service process that answers.
final class RunningService: Sendable {
    /// The router of the public listener.
    let forDevices: Router
    /// The router of every other listener.
    let router: Router
    /// False once the process was killed or stopped.
    let isAlive: @Sendable () -> Bool

    init(forDevices: Router, router: Router, isAlive: @escaping @Sendable () -> Bool) {
        (self.forDevices, self.router) = (forDevices, router)
        self.isAlive = isAlive
    }
}

/// One request and its answer, as the network saw them when the answer left the service.
struct Exchange: Sendable {
    let from: String
    let service: ServiceName
    let listener: Listener
    let method: String
    let body: [UInt8]
    let token: String?
    let answered: SteadyInstant
    let reply: ConnectionReply
}

/// The network between all hosts. It loses, repeats, delays and reorders requests and answers, and cuts links.
final class Network: @unchecked Sendable {  // all of a simulation runs on one thread
    /// How often each fault happens now, in percent of the messages.
    struct FaultRates: Equatable {
        var lost = 0
        var answersLost = 0
        var repeated = 0
        var late = 0
    }

    /// The time after which a caller gives up.
    static let limit = Duration.seconds(3)

    var faultRates = FaultRates()
    /// The links that carry nothing now: a host's name and a service.
    private(set) var cuts: Set<String> = []
    /// The links whose answers take up to 2 s now.
    private(set) var slow: Set<String> = []
    /// The links whose answers are all lost now.
    var silent: Set<String> = []
    /// The processes that serve now, by the names of their hosts.
    var running: [ServiceName: [String: RunningService]] = [:]
    /// Called for each answer when it leaves the service, also if it is lost afterwards.
    var observe: @Sendable (Exchange) async -> Void = { _ in }

    private let seed: UInt64
    /// The number of messages so far between a host and a service. Each has a random stream of its own, so that leaving
    /// out an act does not change the fate of the messages of others.
    private var messages: [String: Int] = [:]
    private let executor: SimulatedExecutor
    private let log: EventLog

    init(seed: UInt64, _ executor: SimulatedExecutor, _ log: EventLog) {
        self.seed = seed
        self.executor = executor
        self.log = log
    }

    func cut(_ host: String, _ service: ServiceName) { cuts.insert("\(host) \(service)") }
    func healAll() { (cuts, slow) = ([], []) }

    /// Makes every answer of a service to a host late.
    func slowDown(_ host: String, _ service: ServiceName) { slow.insert("\(host) \(service)") }
    /// Ends what ``slowDown(_:_:)`` began.
    func speedUp(_ host: String, _ service: ServiceName) { slow.remove("\(host) \(service)") }
    func isCut(_ host: String, _ service: ServiceName) -> Bool { cuts.contains("\(host) \(service)") }

    /// Sends one request and waits for its answer for at most ``limit``.
    func send(
        _ body: [UInt8], headers: [Header], from host: String, to service: ServiceName, at listener: Listener,
        limit: Duration = Network.limit
    ) async throws(ConnectionError) -> ConnectionReply {
        var generator = nextGenerator("\(host) \(service)")
        let plan = DeliveryPlan(
            &generator, faultRates, isCut: isCut(host, service), isSlow: slow.contains("\(host) \(service)"))
        let outcome: Result<ConnectionReply, ConnectionError> = await withCheckedContinuation { caller in
            let answer = FirstAnswer(caller)
            executor.after(limit) { answer.give(.failure(ConnectionError("no answer in time", mayHaveBeenSent: true))) }
            for (number, delivery) in plan.deliveries.enumerated() {
                executor.start { [self] in
                    try? await executor.sleep(delivery.delay)
                    let outcome = await deliver(body, headers, from: host, to: service, at: listener)
                    guard number == 0, let outcome else { return }
                    if delivery.losesAnswer || isCut(host, service) || silent.contains("\(host) \(service)") {
                        return log.count(.answerLost)
                    }
                    if delivery.answerDelay > .seconds(1) { log.count(.answerLate) }
                    executor.after(delivery.answerDelay) { answer.give(outcome) }
                }
            }
            if plan.deliveries.isEmpty { log.count(.requestLost) }
            if plan.deliveries.count > 1 { log.count(.requestRepeated) }
            if plan.deliveries.contains(where: { $0.delay > .seconds(1) }) { log.count(.requestLate) }
        }
        return try outcome.get()
    }

    private func nextGenerator(_ link: String) -> SeededGenerator {
        messages[link, default: 0] += 1
        return SeededGenerator(seed, link, messages[link, default: 0])
    }

    /// Chooses one of the processes that live, as a load balancer does; nil if there is none.
    private func serving(_ service: ServiceName) -> RunningService? {
        let living = (running[service] ?? [:]).filter { $0.value.isAlive() }.sorted { $0.key < $1.key }.map(\.value)
        guard living.count > 1 else { return living.first }
        var generator = nextGenerator("choice of the \(service) process")
        return generator.pick(living)
    }

    /// Hands a request to the service that runs now. Nil if the process died before it could answer.
    private func deliver(
        _ body: [UInt8], _ headers: [Header], from host: String, to service: ServiceName, at listener: Listener
    ) async -> Result<ConnectionReply, ConnectionError>? {
        guard let process = serving(service) else {
            log.count(.connectionRefused)
            return .failure(ConnectionError("connection refused", mayHaveBeenSent: false))
        }
        log.count(.delivery)
        let method = Self.method(of: body)
        let connection = InProcessConnection(
            to: listener == .public ? process.forDevices : process.router, at: listener,
            from: "192.0.2.\(host.utf8.count)")
        let result: Result<ConnectionReply, ConnectionError>
        do {
            result = .success(try await connection.send(body, headers: headers))
        } catch {
            result = .failure(error)
        }
        guard process.isAlive() else { return .failure(ConnectionError("connection reset", mayHaveBeenSent: true)) }
        if case .success(let reply) = result {
            log.detail("\(host) \(method) \(reply.status) \(reply.body.count)", bodies: [body, reply.body])
            let token = headers.first { $0.name == "Authorization" }.map { String($0.value.dropFirst(7)) }
            await observe(
                Exchange(
                    from: host, service: service, listener: listener, method: method, body: body, token: token,
                    answered: executor.now, reply: reply))
        }
        return result
    }

    /// The method's name, without parsing the body.
    private static func method(of body: [UInt8]) -> String {
        let prefix = #"{"jsonrpc":"2.0","method":""#.utf8.count
        guard body.count > prefix else { return "batch" }
        return String(decoding: body[prefix...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
}

/// The deliveries of one request: none if it is lost, two if it is repeated.
private struct DeliveryPlan {
    struct Delivery {
        let delay: Duration
        let answerDelay: Duration
        let losesAnswer: Bool
    }

    var deliveries: [Delivery] = []

    init(_ generator: inout SeededGenerator, _ faultRates: Network.FaultRates, isCut: Bool, isSlow: Bool) {
        let isLost = generator.chance(faultRates.lost)
        let count = isCut || isLost ? 0 : generator.chance(faultRates.repeated) ? 2 : 1
        for _ in 0..<count {
            let isLate = generator.chance(faultRates.late), isAnswerLate = generator.chance(faultRates.late)
            deliveries.append(
                Delivery(
                    delay: generator.duration(below: isLate ? 6000 : 15),
                    answerDelay: generator.duration(below: isAnswerLate ? 4000 : isSlow ? 2000 : 15),
                    losesAnswer: generator.chance(faultRates.answersLost)))
        }
    }
}

/// Resumes a caller with the first of several answers.
private final class FirstAnswer: Sendable {
    typealias Outcome = Result<ConnectionReply, ConnectionError>
    private let caller: Mutex<CheckedContinuation<Outcome, Never>?>

    init(_ caller: CheckedContinuation<Outcome, Never>) { self.caller = Mutex(caller) }

    func give(_ outcome: Outcome) { caller.withLock { $0.take() }?.resume(returning: outcome) }
}

/// The connection of a host to a service.
struct Link: Connection {
    let network: Network
    let host: String
    let service: ServiceName
    var listener = Listener.public
    var limit = Network.limit

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        try await network.send(body, headers: headers, from: host, to: service, at: listener, limit: limit)
    }
}
