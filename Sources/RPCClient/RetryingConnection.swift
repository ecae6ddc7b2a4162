import JSONRPC
import Primitives
import Synchronization

/// A connection with a circuit breaker that repeats a failed request at most once.
final class RetryingConnection: Sendable {
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

    /// Sends a request. After a quick failure the request is sent once more, if the first try certainly did not arrive
    /// or the rule allows a repetition, and the task is not cancelled.
    ///
    /// - Parameter prepare: makes the headers anew for each try, because a MAC must not be sent twice. If it throws,
    ///   nothing is sent and nothing is repeated.
    func send<Answer: Sendable>(
        _ body: [UInt8], prepare: () async throws(ConnectionError) -> RequestAttempt<Answer>
    ) async throws(ConnectionError) -> Answer {
        let first = try await prepare()
        let began = clock.now
        do {
            return try await sendOnce(body, first)
        } catch {
            guard !Task.isCancelled, clock.now - began <= Self.retryWindow,
                !error.mayHaveBeenSent || rule.isSafeToRepeat(body)
            else { throw error }
        }
        await sleep(.milliseconds(Int64(10 + random.below(91))))
        return try await sendOnce(body, try await prepare())
    }

    private func sendOnce<Answer: Sendable>(
        _ body: [UInt8], _ attempt: RequestAttempt<Answer>
    ) async throws(ConnectionError) -> Answer {
        guard breaker.withLock({ $0.admits(at: clock.now) }) else {
            throw ConnectionError("the peer has not answered lately", mayHaveBeenSent: false)
        }
        let reply: ConnectionReply
        do {
            reply = try await connection.send(body, headers: attempt.headers)
        } catch {
            // A cancelled caller's failure is no evidence about the peer.
            guard !Task.isCancelled else { throw error }
            breaker.withLock { $0.failed(at: clock.now) }
            if !error.isTimeout { _ = attempt.failed() }
            throw error
        }
        do {
            let answer = try attempt.answer(reply)
            breaker.withLock { attempt.isHandshake ? $0.acceptedHandshake() : $0.succeeded() }
            return answer
        } catch {
            // Many calls may share a session that the peer no longer has; together they are one failure.
            if attempt.failed() { breaker.withLock { $0.failed(at: clock.now) } }
            throw error
        }
    }
}
