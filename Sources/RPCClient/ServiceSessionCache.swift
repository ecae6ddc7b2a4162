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

    private let connection: any Connection
    private let key: ServiceKey
    private let peer: String
    private let peers: PeerKeys
    private let clock: WallClock
    private let random: RandomSource
    private let state = Mutex(State())

    init(
        over connection: any Connection, key: ServiceKey, peer: String, peers: PeerKeys, clock: WallClock,
        random: RandomSource
    ) {
        self.connection = connection
        self.key = key
        self.peer = peer
        self.peers = peers
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

    /// Drops a session the peer has refused; without effect when another session has already replaced it.
    func discard(_ session: ServiceSession) {
        state.withLock { if $0.session?.handle == session.handle { $0.session = nil } }
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
        // The call that needs the session has not been sent, whatever happened to the handshake.
        func failure(_ reason: String) -> Result<ServiceSession, ConnectionError> {
            .failure(ConnectionError(reason, mayHaveBeenSent: false))
        }
        let handshake = ClientHandshake(by: key, to: peer, now: clock.now, random: random)
        do {
            let answer = try await connection.call(
                ServiceAuthenticate.self, ServiceAuthenticate.Params(assertion: handshake.assertion))
            let response = HandshakeResponse(
                handle: answer.handle, publicKey: answer.publicKey, signature: answer.signature,
                expires: answer.expiresAtMs)
            return .success(try handshake.finish(response, peers: peers))
        } catch CallFailure.unreachable(let error) {
            return failure(error.reason)
        } catch {
            return failure("the handshake with the peer failed: \(error)")
        }
    }
}
