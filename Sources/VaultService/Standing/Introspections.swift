import Contracts
import Primitives
import Synchronization

/// Asks auth about sessions; any number of calls that want to know the same at once ask once.
final class Introspections: Sendable {
    /// An answer, and when it was asked for.
    struct Asked: Sendable {
        let answer: TokenIntrospect.Answer
        let at: SteadyInstant
    }

    private let peer: AuthPeer
    private let clock: SteadyClock
    private let running = Mutex<[SessionID: Task<Asked, any Error>]>([:])

    init(peer: AuthPeer, clock: SteadyClock) {
        self.peer = peer
        self.clock = clock
    }

    /// Auth's answer about a session; a question on its way is joined.
    func ask(_ session: SessionID, account: AccountID) async throws -> Asked {
        let task = running.withLock { running in
            if let task = running[session] { return task }
            let task = Task { [peer, clock] in
                defer { self.running.withLock { $0[session] = nil } }
                let sent = clock.now
                let answer = try await peer.introspect(.init(accountId: account, sessionId: session))
                return Asked(answer: answer, at: sent)
            }
            running[session] = task
            return task
        }
        return try await task.value
    }
}
