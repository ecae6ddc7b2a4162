import Contracts
import Primitives
import Synchronization

/// Introspects sessions at auth. Concurrent requests for one session share one call.
final class IntrospectionClient: Sendable {
    struct Result: Sendable {
        let answer: TokenIntrospect.Answer
        /// The time at which the call was sent.
        let sent: SteadyInstant
    }

    private let peer: AuthPeer
    private let clock: SteadyClock
    private let running = Mutex<[SessionID: Task<Result, any Error>]>([:])

    init(peer: AuthPeer, clock: SteadyClock) {
        self.peer = peer
        self.clock = clock
    }

    func introspect(_ session: SessionID, account: AccountID) async throws -> Result {
        let task = running.withLock { running in
            if let task = running[session] { return task }
            let task = Task.inContext { [peer, clock] in
                defer { self.running.withLock { $0[session] = nil } }
                let sent = clock.now
                let answer = try await peer.introspect(.init(accountId: account, sessionId: session))
                return Result(answer: answer, sent: sent)
            }
            running[session] = task
            return task
        }
        return try await task.value
    }
}
