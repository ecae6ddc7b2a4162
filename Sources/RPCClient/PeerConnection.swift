public import JSONRPC
public import Primitives
public import ServiceAuth

/// A connection from one service to the other: every call and every answer is authenticated, a request without an answer
/// is sent once more if that is safe, and a circuit breaker spares a peer that does not answer.
public final class PeerConnection: Connection {
    private let connection: RetryingConnection
    private let path: String
    private let sessions: ServiceSessionCache
    private let clock: WallClock
    private let random: RandomSource

    /// - Parameters:
    ///   - connection: leads to the peer's internal listener.
    ///   - path: the path of that listener's URL, which the MAC covers.
    ///   - keys: this service's own key pair, and the public keys of the peer.
    ///   - peer: the other service's name.
    ///   - methods: the methods that are called. Those without effects may be repeated even if the first try may have
    ///     arrived; other methods only if the request has a `requestId`.
    ///   - sleep: waits before the second try; tests replace it.
    public init(
        over connection: any Connection, path: String = "/rpc", keys: LinkKeys, to peer: String,
        calling methods: [any Method.Type] = [], clock: WallClock, steady: SteadyClock, random: RandomSource,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.pause(for: $0) }
    ) {
        let reads = Set(methods.filter { $0.isRead }.map { $0.name })
        self.connection = RetryingConnection(
            over: connection, rule: RetryRule(reads: reads), clock: steady, random: random, sleep: sleep)
        self.path = path
        self.clock = clock
        self.random = random
        sessions = ServiceSessionCache(
            over: self.connection, keys: keys, peer: peer, clock: clock, random: random)
    }

    /// Sends a body with the session's MAC and returns the peer's answer.
    ///
    /// A reply without the right MAC is no answer, whatever it says: the peer's real answer may have been replaced, or the
    /// peer has lost its handle keys. After it, and when the connection was refused or lost, the session is dropped, so
    /// that the next try begins with a handshake, which only the owner of the peer's key file can complete.
    public func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        try await connection.send(body) { () async throws(ConnectionError) in
            let session = try await sessions.session()
            let call = session.call(path: path, body: body, now: clock.now, random: random)
            return RequestAttempt(
                headers: headers + [Header(ServiceCallScheme.headerName, call.header)], isHandshake: false,
                answer: { reply throws(ConnectionError) in
                    let header = reply.header(ServiceCallScheme.answerHeaderName)
                    guard call.isAuthentic(answerHeader: header, status: reply.status, body: reply.body) else {
                        throw ConnectionError(
                            "the reply was not authenticated by the peer, or the peer is an earlier version",
                            mayHaveBeenSent: true, isUnauthenticated: true)
                    }
                    return reply
                },
                failed: { [sessions] in sessions.discard(session) })
        }
    }
}
