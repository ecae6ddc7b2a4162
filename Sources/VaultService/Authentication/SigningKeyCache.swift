import Logging
import Primitives
import Synchronization
import Tokens

/// Keeps auth's token signing keys up to date.
///
/// The key set is fetched every minute, when auth announces another one with its revocation feed, and at once for a token
/// with an unknown key id, but not within 10 s of a successful fetch or 1 s of a failed one, so that tokens with invented
/// key IDs cannot overload auth.
final class SigningKeyCache: Sendable {
    /// The time for which a fetched key set counts as fresh.
    static let freshFor = Duration.seconds(10)
    /// The time after a failed fetch in which no other is tried.
    static let retryAfter = Duration.seconds(1)

    /// The time after a fetch in which an announcement causes no other.
    static let announcedAfter = Duration.milliseconds(100)

    private struct State {
        /// The digest of the key set in use.
        var digest: String?
        var fetched: SteadyInstant?
        var failed: SteadyInstant?
        var running: Task<Bool, Never>?
        var mismatch: IssuerMismatch?
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

    /// True after the first successful fetch.
    var holdsKeys: Bool { state.withLock { $0.fetched != nil } }

    /// The issuer of auth, if it was another one than this vault's at the last fetch. No key is used then.
    var mismatch: IssuerMismatch? { state.withLock { $0.mismatch } }

    /// Fetches the key set unless it is fresh or a fetch failed within the last second. Concurrent callers share one
    /// fetch.
    ///
    /// - Returns: true if the key set is fresh now.
    func refresh() async -> Bool {
        let now = clock.now
        let task: Task<Bool, Never>? = state.withLock { state in
            if let fetched = state.fetched, now - fetched < Self.freshFor { return nil }
            if let failed = state.failed, now - failed < Self.retryAfter { return .inContext { false } }
            if let running = state.running { return running }
            let task = Task.inContext { await self.fetch() }
            state.running = task
            return task
        }
        return await task?.value ?? true
    }

    /// Begins a fetch if auth announces a key set other than the one in use, without waiting for it.
    func announced(_ digest: String) {
        let now = clock.now
        state.withLock { state in
            guard digest != state.digest, state.running == nil,
                [state.fetched, state.failed].allSatisfy({ $0.map { now - $0 >= Self.announcedAfter } ?? true })
            else { return }
            state.running = .inContext { await self.fetch() }
        }
    }

    private func fetch() async -> Bool {
        let isFetched: Bool
        do {
            let set = try await peer.keys()
            tokens.replaceKeys(KeyTable(set))
            state.withLock { ($0.digest, $0.mismatch) = (set.digest, nil) }
            isFetched = true
        } catch {
            if let mismatch = error as? IssuerMismatch {
                tokens.replaceKeys(KeyTable([]))
                state.withLock { ($0.digest, $0.mismatch) = (nil, mismatch) }
            }
            log.warning("auth's signing keys cannot be fetched", metadata: ["error": "\(error)"])
            isFetched = false
        }
        let now = clock.now
        state.withLock { state in
            state.running = nil
            if isFetched { state.fetched = now } else { state.failed = now }
        }
        return isFetched
    }

    /// Fetches the key set every minute, and a second after a failed fetch, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let isFresh = await refresh()
            try? await Task.pause(for: isFresh ? .seconds(60) : .seconds(1))
        }
    }
}
