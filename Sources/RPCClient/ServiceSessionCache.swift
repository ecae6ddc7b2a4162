import Contracts
import JSONRPC
import Primitives
import ServiceAuth
import Synchronization

/// Holds the session with the peer. A call that finds no session opens one, and the first call in the last 30 s of a
/// session opens the next one.
///
/// A caller that finds a session takes one short lock. Callers that find none wait for the same handshake.
final class ServiceSessionCache: Sendable {
    private typealias HandshakeTask = Task<Result<ServiceSession, ConnectionError>, Never>

    private struct State {
        var session: ServiceSession?
        var handshake: HandshakeTask?
    }

    private let connection: RetryingConnection
    private let keys: LinkKeys
    private let peer: String
    private let clock: WallClock
    private let random: RandomSource
    private let state = Mutex(State())

    init(
        over connection: RetryingConnection, keys: LinkKeys, peer: String, clock: WallClock, random: RandomSource
    ) {
        self.connection = connection
        self.keys = keys
        self.peer = peer
        self.clock = clock
        self.random = random
    }

    /// A valid session. One that ends within 30 s is still returned while its successor is being opened; one that ends
    /// within 5 s is not.
    func session() async throws(ConnectionError) -> ServiceSession {
        let now = clock.now
        let (session, handshake): (ServiceSession?, HandshakeTask?) = state.withLock { state in
            if let session = state.session, !session.isEnding(now: now) { return (session, nil) }
            let handshake = state.handshake ?? .inContext { await self.open() }
            state.handshake = handshake
            return (state.session.flatMap { $0.isEnding(now: now, margin: .seconds(5)) ? nil : $0 }, handshake)
        }
        if let session { return session }
        guard let handshake else { throw ConnectionError("no session", mayHaveBeenSent: false) }
        return try await handshake.value.get()
    }

    /// Drops a session after which a new handshake is due.
    ///
    /// - Returns: false if the session was dropped or replaced before.
    func discard(_ session: ServiceSession) -> Bool {
        state.withLock { state in
            guard state.session?.handle == session.handle else { return false }
            state.session = nil
            return true
        }
    }

    private func open() async -> Result<ServiceSession, ConnectionError> {
        let outcome = await performHandshake()
        state.withLock { state in
            state.handshake = nil
            if case .success(let session) = outcome { state.session = session }
        }
        return outcome
    }

    private func performHandshake() async -> Result<ServiceSession, ConnectionError> {
        let handshake = ClientHandshake(by: keys.own, to: peer, now: clock.now, random: random)
        do throws(ConnectionError) {
            let body = try Self.body(.init(assertion: handshake.assertion))
            let session = try await connection.send(body) { [keys] in
                RequestAttempt(
                    headers: [], isHandshake: true,
                    answer: { reply throws(ConnectionError) in try Self.session(handshake, keys.peers, reply) },
                    failed: { true })
            }
            return .success(session)
        } catch {
            // The call that needs the session has not been sent, whatever happened to the handshake.
            return .failure(
                ConnectionError(
                    error.reason, mayHaveBeenSent: false, isTimeout: error.isTimeout,
                    isUnauthenticated: error.isUnauthenticated))
        }
    }

    private static func body(_ params: ServiceAuthenticate.Params) throws(ConnectionError) -> [UInt8] {
        do {
            return try RequestWriter.body(ServiceAuthenticate.name, params)
        } catch {
            throw ConnectionError("the handshake cannot be written: \(error)", mayHaveBeenSent: false)
        }
    }

    /// Reads the session from the reply to a handshake. Only the peer's signature makes the reply an answer.
    private static func session(
        _ handshake: ClientHandshake, _ peers: PeerKeys, _ reply: ConnectionReply
    ) throws(ConnectionError) -> ServiceSession {
        do {
            let answer = try reply.answer(to: ServiceAuthenticate.self)
            return try handshake.finish(
                HandshakeResponse(
                    handle: answer.handle, publicKey: answer.publicKey, signature: answer.signature,
                    expires: answer.expiresAtMs), peers: peers)
        } catch {
            throw ConnectionError(
                "the handshake with the peer failed: \(error)", mayHaveBeenSent: true, isUnauthenticated: true)
        }
    }
}
