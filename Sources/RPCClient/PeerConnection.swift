public import JSONRPC
public import Primitives
public import ServiceAuth
import StrictJSON
import Synchronization

/// The pair's own calls: authenticated, with a breaker and at most one retry (OPERATE.md, "The pair's own calls").
public final class PeerConnection: Connection {
    /// A failure that took longer than this is not followed by a second try: nobody waits twice for a slow peer.
    static let patience = Duration.milliseconds(500)

    private let connection: any Connection
    private let path: String
    private let repeating: Repeating
    private let desk: OpeningDesk
    private let clock: WallClock
    private let steady: SteadyClock
    private let random: RandomSource
    private let sleep: @Sendable (Duration) async -> Void
    private let breaker = Mutex(Breaker())

    /// - Parameters:
    ///   - connection: the way to the peer's internal listener.
    ///   - path: the path of its URL, which the MAC covers.
    ///   - key: this service's own key pair.
    ///   - peer: the other service's name; its public keys are in `peers`.
    ///   - reads: names of methods that change nothing, so that they may be repeated when it is unknown whether the
    ///     first try arrived; others are repeated then only if they carry a `requestId`.
    ///   - sleep: waits before the second try; a test may hurry.
    public init(
        over connection: any Connection, path: String = "/rpc", as key: ServiceKey, to peer: String, peers: PeerKeys,
        reads: Set<String> = [], clock: WallClock, steady: SteadyClock, random: RandomSource,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.connection = connection
        self.path = path
        self.clock = clock
        self.steady = steady
        self.random = random
        self.sleep = sleep
        repeating = Repeating(reads: reads)
        desk = OpeningDesk(key: key, peer: peer, peers: peers, clock: clock, random: random)
    }

    /// Sends a body under the session's MAC; a session the peer does not know is opened anew, once.
    public func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        let session = try await session()
        let reply = try await authenticated(body, headers, session)
        guard Self.isRefused(reply) else { return reply }
        desk.forget(session)
        return try await authenticated(body, headers, try await self.session())
    }

    private func session() async throws(ConnectionError) -> CallSession {
        try await desk.session { [self] body throws(ConnectionError) in try await persistent(body) { [] } }
    }

    private func authenticated(
        _ body: [UInt8], _ headers: [Header], _ session: CallSession
    ) async throws(ConnectionError) -> ConnectionReply {
        try await persistent(body) {
            let line = session.header(path: path, body: body, now: clock.now, random: random)
            return headers + [Header(InternalCall.headerName, line)]
        }
    }

    /// One call, and after a quick failure one more, if the first surely did not arrive or repeating it does no harm.
    private func persistent(
        _ body: [UInt8], _ headers: () -> [Header]
    ) async throws(ConnectionError) -> ConnectionReply {
        let began = steady.now
        do {
            return try await once(body, headers())
        } catch {
            guard !Task.isCancelled, steady.now - began <= Self.patience,
                !error.mayHaveBeenSent || repeating.isHarmless(body)
            else { throw error }
        }
        await sleep(.milliseconds(Int64(10 + random.below(91))))
        return try await once(body, headers())
    }

    private func once(_ body: [UInt8], _ headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        guard breaker.withLock({ $0.admits(at: steady.now) }) else {
            throw ConnectionError("the peer has not answered lately", mayHaveBeenSent: false)
        }
        do {
            let reply = try await connection.send(body, headers: headers)
            breaker.withLock { $0.answered() }
            return reply
        } catch {
            // A caller that gave up says nothing about the peer.
            if !Task.isCancelled { breaker.withLock { $0.failed(at: steady.now) } }
            throw error
        }
    }

    /// Whether the peer answered `callRefused`. Our own peer's successes are told by their first bytes.
    private static func isRefused(_ reply: ConnectionReply) -> Bool {
        guard !reply.body.starts(with: success), case .object(let response)? = try? JSON(parsing: reply.body),
            case .object(let error)? = response["error"], case .object(let data)? = error["data"]
        else { return false }
        return data["fault"] == "callRefused"
    }

    private static let success = Array(#"{"jsonrpc":"2.0","result":"#.utf8)
}
