import JSONRPC
import Primitives
import Synchronization

/// A connection with a circuit breaker that repeats a failed request at most once.
final class RetryingConnection: Connection {
    /// A failure that took longer than this is final, so that no caller waits twice for a slow peer.
    static let retryWindow = Duration.milliseconds(500)

    private let connection: any Connection
    private let rule: RetryRule
    private let clock: SteadyClock
    private let random: RandomSource
    private let sleep: @Sendable (Duration) async -> Void
    private let breaker = Mutex(Breaker())

    init(
        over connection: any Connection, rule: RetryRule, clock: SteadyClock, random: RandomSource,
        sleep: @escaping @Sendable (Duration) async -> Void
    ) {
        self.connection = connection
        self.rule = rule
        self.clock = clock
        self.random = random
        self.sleep = sleep
    }

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        try await send(body) { headers }
    }

    /// Sends a request. After a quick failure the request is sent once more, if the first try certainly did not arrive
    /// or the rule allows a repetition, and the task is not cancelled.
    ///
    /// - Parameter headers: makes the headers anew for each try, because a MAC must not be sent twice.
    func send(_ body: [UInt8], headers: () -> [Header]) async throws(ConnectionError) -> ConnectionReply {
        let began = clock.now
        do {
            return try await sendOnce(body, headers())
        } catch {
            guard !Task.isCancelled, clock.now - began <= Self.retryWindow,
                !error.mayHaveBeenSent || rule.isSafeToRepeat(body)
            else { throw error }
        }
        await sleep(.milliseconds(Int64(10 + random.below(91))))
        return try await sendOnce(body, headers())
    }

    private func sendOnce(_ body: [UInt8], _ headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        guard breaker.withLock({ $0.admits(at: clock.now) }) else {
            throw ConnectionError("the peer has not answered lately", mayHaveBeenSent: false)
        }
        do {
            let reply = try await connection.send(body, headers: headers)
            breaker.withLock { $0.succeeded() }
            return reply
        } catch {
            // A cancelled caller's failure is no evidence about the peer.
            if !Task.isCancelled { breaker.withLock { $0.failed(at: clock.now) } }
            throw error
        }
    }
}
