public import JSONRPC
public import Primitives
public import ServiceAuth
import StrictJSON

/// A connection from one service to the other: every call is authenticated, a request without an answer is sent once
/// more if that is safe, and a circuit breaker spares a peer that does not answer.
public final class PeerConnection: Connection {
    private let connection: RetryingConnection
    private let path: String
    private let sessions: ServiceSessionCache
    private let clock: WallClock
    private let random: RandomSource

    /// - Parameters:
    ///   - connection: leads to the peer's internal listener.
    ///   - path: the path of that listener's URL, which the MAC covers.
    ///   - key: this service's own key pair.
    ///   - peer: the other service's name; its public keys are in `peers`.
    ///   - reads: names of methods without effects. They may be repeated even if the first try may have arrived; other
    ///     methods only if the request has a `requestId`.
    ///   - sleep: waits before the second try; tests replace it.
    public init(
        over connection: any Connection, path: String = "/rpc", as key: ServiceKey, to peer: String, peers: PeerKeys,
        reads: Set<String> = [], clock: WallClock, steady: SteadyClock, random: RandomSource,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.pause(for: $0) }
    ) {
        self.connection = RetryingConnection(
            over: connection, rule: RetryRule(reads: reads), clock: steady, random: random, sleep: sleep)
        self.path = path
        self.clock = clock
        self.random = random
        sessions = ServiceSessionCache(
            over: self.connection, key: key, peer: peer, peers: peers, clock: clock, random: random)
    }

    /// Sends a body with the session's MAC. If the peer refuses the session, one new session is opened and the body is
    /// sent again under it.
    public func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        let session = try await sessions.session()
        let reply = try await send(body, headers, in: session)
        guard Self.isCallRefused(reply) else { return reply }
        sessions.discard(session)
        return try await send(body, headers, in: try await sessions.session())
    }

    private func send(
        _ body: [UInt8], _ headers: [Header], in session: ServiceSession
    ) async throws(ConnectionError) -> ConnectionReply {
        try await connection.send(body) {
            let value = session.header(path: path, body: body, now: clock.now, random: random)
            return headers + [Header(ServiceCallScheme.headerName, value)]
        }
    }

    /// True for the fault `callRefused`. Successful answers are recognised by their first bytes and not parsed.
    private static func isCallRefused(_ reply: ConnectionReply) -> Bool {
        guard !reply.body.starts(with: resultPrefix), case .object(let response)? = try? JSON(parsing: reply.body),
            case .object(let error)? = response["error"], case .object(let data)? = error["data"]
        else { return false }
        return data["fault"] == "callRefused"
    }

    private static let resultPrefix = Array(#"{"jsonrpc":"2.0","result":"#.utf8)
}
