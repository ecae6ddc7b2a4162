import JSONRPC
import Primitives
import ServiceAuth
import StrictJSON
import Synchronization

/// Opens the session that internal calls are made under, keeps it, and opens the next one ahead of its end.
///
/// Callers in a hurry pay one uncontended lock; those that find no session share one introduction.
final class OpeningDesk: Sendable {
    typealias Sending = @Sendable ([UInt8]) async throws(ConnectionError) -> ConnectionReply
    private typealias Opening = Task<Result<CallSession, ConnectionError>, Never>

    private struct Drawer {
        var current: CallSession?
        var opening: Opening?
    }

    private let key: ServiceKey
    private let peer: String
    private let peers: PeerKeys
    private let clock: WallClock
    private let random: RandomSource
    private let drawer = Mutex(Drawer())

    init(key: ServiceKey, peer: String, peers: PeerKeys, clock: WallClock, random: RandomSource) {
        self.key = key
        self.peer = peer
        self.peers = peers
        self.clock = clock
        self.random = random
    }

    /// The session in force. One near its end is still given while its successor is being opened.
    func session(_ send: @escaping Sending) async throws(ConnectionError) -> CallSession {
        let now = clock.now
        let (session, opening): (CallSession?, Opening?) = drawer.withLock { drawer in
            let current = drawer.current
            if let current, !current.isEnding(now: now) { return (current, nil) }
            let opening = drawer.opening ?? Task { await self.open(send) }
            drawer.opening = opening
            return (current.flatMap { $0.isEnding(now: now, margin: .seconds(5)) ? nil : $0 }, opening)
        }
        if let session { return session }
        guard let opening else { throw ConnectionError("no session", mayHaveBeenSent: false) }
        return try await opening.value.get()
    }

    /// The peer does not know this session: the next call opens another, unless that has happened already.
    func forget(_ session: CallSession) {
        drawer.withLock { if $0.current?.handle == session.handle { $0.current = nil } }
    }

    private func open(_ send: Sending) async -> Result<CallSession, ConnectionError> {
        let outcome = await introduce(send)
        drawer.withLock { drawer in
            drawer.opening = nil
            if case .success(let session) = outcome { drawer.current = session }
        }
        return outcome
    }

    private func introduce(_ send: Sending) async -> Result<CallSession, ConnectionError> {
        let offer = CallOpening(by: key, to: peer, now: clock.now, random: random)
        // The call that wants the session is not sent, whatever becomes of the introduction.
        func failure(_ reason: String) -> Result<CallSession, ConnectionError> {
            .failure(ConnectionError(reason, mayHaveBeenSent: false))
        }
        do {
            let body = try RequestWriter.body("service.authenticate", ["assertion": offer.assertion])
            return .success(try offer.accept(try Self.acceptance(try await send(body)), peers: peers))
        } catch let error as ConnectionError {
            return failure(error.reason)
        } catch {
            return failure("the peer did not accept our service key (\(error))")
        }
    }

    private static func acceptance(_ reply: ConnectionReply) throws(CallFault) -> CallAcceptance {
        guard case .object(let response)? = try? JSON(parsing: reply.body),
            case .object(let result)? = response["result"],
            case .string(let handle)? = result["handle"], case .string(let publicKey)? = result["publicKey"],
            case .string(let signature)? = result["signature"], case .string(let expires)? = result["expiresAtMs"],
            let ms = Int64(expires)
        else { throw .malformed("the answer to service.authenticate is no acceptance") }
        return CallAcceptance(handle: handle, publicKey: publicKey, signature: signature, expires: Instant(ms: ms))
    }
}
