import Cryptography
import JSONRPC
import Primitives
import ServiceAuth
import StrictJSON
import Support
import Synchronization

@testable import RPCClient

/// The other service: it verifies calls as a real one does, and ends each call as its script says.
final class ScriptedPeer: Connection {
    enum Turn: Sendable {
        case answers
        /// Answers without a MAC that the session is unknown, as a peer with new handle keys does.
        case refusesTheSession
        /// Answers `{}` as the real peer does, and the closure changes the reply on its way.
        case altered(@Sendable (ConnectionReply) -> ConnectionReply)
        case neverReached
        case answerLost
        case takes(Duration)
    }

    let clock = StoppedClock()
    let vault = ServiceKey(name: "vault", key: .generate(SeededRandom(seed: 2).random))
    let auth = ServiceKey(name: "auth", key: .generate(SeededRandom(seed: 3).random))
    private let sealing = Key256.generate(SeededRandom(seed: 4).random)
    private let isImpostor: Bool
    private let script: Mutex<[Turn]>
    private let seen = Mutex((handshakes: 0, calls: 0, headers: [[Header]]()))
    private let impostorSince = Mutex(false)

    /// Plays the turns in order for calls other than handshakes, then answers. An impostor signs with a key of its own.
    init(_ turns: [Turn] = [], isImpostor: Bool = false) {
        script = Mutex(turns)
        self.isImpostor = isImpostor
    }

    /// From now on an impostor without the peer's key file answers in its place.
    func replaceByImpostor() { impostorSince.withLock { $0 = true } }

    var peers: PeerKeys { PeerKeys([("vault", vault.publicKey), ("auth", auth.publicKey)]) }
    /// The number of calls of `service.authenticate`.
    var handshakes: Int { seen.withLock { $0.handshakes } }
    /// The number of all other calls.
    var calls: Int { seen.withLock { $0.calls } }
    /// The headers of the other calls.
    var headers: [[Header]] { seen.withLock { $0.headers } }

    /// The connection under test, as the vault would use it.
    func caller(calling methods: [any JSONRPC.Method.Type] = []) -> PeerConnection {
        PeerConnection(
            over: self, keys: LinkKeys(vault, peers), to: "auth", calling: methods, clock: clock.wall,
            steady: clock.steady,
            random: SeededRandom(seed: 5).random, sleep: { self.clock.advance(by: $0) })
    }

    func send(_ body: [UInt8], headers: [Header]) async throws(ConnectionError) -> ConnectionReply {
        let signer =
            isImpostor || impostorSince.withLock({ $0 })
            ? ServiceKey(name: "auth", key: .generate(SeededRandom(seed: 9).random)) : auth
        let verifier = ServiceCallVerifier(keys: LinkKeys(signer, peers), sealing: [sealing])
        guard let request = try? JSON(parsing: body), case .object(let members) = request else { return answer("{}") }
        if members["method"] == "service.authenticate", case .object(let params)? = members["params"],
            case .string(let assertion)? = params["assertion"]
        {
            seen.withLock { $0.handshakes += 1 }
            guard
                let (_, _, taken) = try? verifier.acceptHandshake(
                    assertion, now: clock.now, random: SeededRandom(seed: 7).random)
            else {
                return refusal
            }
            return answer(
                #"{"handle":"\#(taken.handle)","publicKey":"\#(taken.publicKey)","signature":"\#(taken.signature)","#
                    + #""expiresAtMs":"\#(taken.expires.ms)"}"#)
        }
        let turn: Turn = script.withLock { script in script.isEmpty ? .answers : script.removeFirst() }
        seen.withLock { seen in
            seen.calls += 1
            seen.headers.append(headers)
        }
        switch turn {
        case .answers: return authentic(headers, body, verifier) ?? refusal
        case .altered(let change): return change(authentic(headers, body, verifier) ?? refusal)
        case .refusesTheSession: return refusal
        case .neverReached: throw ConnectionError("no connection to the peer", mayHaveBeenSent: false)
        case .answerLost: throw ConnectionError("the connection was lost", mayHaveBeenSent: true)
        case .takes(let time):
            clock.advance(by: time)
            throw ConnectionError("the peer took too long", mayHaveBeenSent: false, isTimeout: true)
        }
    }

    /// The answer to a verified call with its MAC; nil if the call cannot be verified.
    private func authentic(_ headers: [Header], _ body: [UInt8], _ verifier: ServiceCallVerifier) -> ConnectionReply? {
        guard let line = headers.first(where: { $0.name == ServiceCallScheme.headerName }),
            let call = try? verifier.verify(line.value, path: "/rpc", body: body, now: clock.now)
        else { return nil }
        var reply = answer("{}")
        let value = call.answerHeader(status: reply.status, body: reply.body)
        reply.headers = [Header(ServiceCallScheme.answerHeaderName.lowercased(), value)]
        return reply
    }

    private func answer(_ result: String) -> ConnectionReply {
        ConnectionReply(status: 200, body: Array(#"{"jsonrpc":"2.0","result":\#(result),"id":1}"#.utf8))
    }

    private var refusal: ConnectionReply {
        let error = #"{"code":1013,"message":"x","data":{"fault":"callRefused","remedy":"x"}}"#
        return ConnectionReply(status: 200, body: Array(#"{"jsonrpc":"2.0","error":\#(error),"id":1}"#.utf8))
    }
}
