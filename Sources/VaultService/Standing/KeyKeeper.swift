import Logging
import Primitives
import Synchronization
import Tokens

/// Keeps the keys that sign access tokens: fetched again every minute, and at once for a key nobody has heard of,
/// but at most once in ten seconds, so that made-up key ids cost auth nothing.
final class KeyKeeper: Sendable {
    /// How long a fetched set is the last word about which keys exist.
    static let fresh = Duration.seconds(10)
    /// How long to leave auth alone after it could not be reached.
    static let pause = Duration.seconds(1)

    private struct State {
        var fetched: SteadyInstant?
        var failed: SteadyInstant?
        var running: Task<Bool, Never>?
    }

    private let peer: AuthPeer
    private let tokens: AccessTokens
    private let clock: SteadyClock
    private let log: Logger
    private let state = Mutex(State())

    init(peer: AuthPeer, tokens: AccessTokens, clock: SteadyClock, log: Logger) {
        self.peer = peer
        self.tokens = tokens
        self.clock = clock
        self.log = log
    }

    /// Makes sure the set is fresh; false if that cannot be told now.
    func refresh() async -> Bool {
        let now = clock.now
        let task: Task<Bool, Never>? = state.withLock { state in
            if let fetched = state.fetched, now - fetched < Self.fresh { return nil }
            if let failed = state.failed, now - failed < Self.pause { return Task { false } }
            if let running = state.running { return running }
            let task = Task { await self.fetch() }
            state.running = task
            return task
        }
        return await task?.value ?? true
    }

    private func fetch() async -> Bool {
        let keys = try? await peer.keys()
        if let keys { tokens.replaceKeys(KeyTable(keys)) } else { log.warning("auth's signing keys cannot be fetched") }
        let now = clock.now
        state.withLock { state in
            state.running = nil
            if keys != nil { state.fetched = now } else { state.failed = now }
        }
        return keys != nil
    }

    /// Fetches the set again every minute, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let isFresh = await refresh()
            try? await Task.sleep(for: isFresh ? .seconds(60) : .seconds(1))
        }
    }
}
