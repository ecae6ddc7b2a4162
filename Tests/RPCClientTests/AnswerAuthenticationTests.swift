import Contracts
import JSONRPC
import Primitives
import ServiceAuth
import Support
import Synchronization
import Testing

@testable import RPCClient

/// Replies that the peer did not make, or not to this request.
@Suite struct AnswerAuthenticationTests {
    private static let read = Array(#"{"jsonrpc":"2.0","method":"token.introspect","params":{},"id":1}"#.utf8)
    private static let effect = Array(#"{"jsonrpc":"2.0","method":"vault.purge","params":{},"id":1}"#.utf8)
    private static let refused = "the reply was not authenticated by the peer, or the peer is an earlier version"

    /// Returns "answered", or the reason of the connection error, which must say that the request may have arrived.
    private func outcome(_ caller: PeerConnection, _ body: [UInt8] = effect) async -> String {
        do throws(ConnectionError) {
            _ = try await caller.send(body, headers: [])
            return "answered"
        } catch {
            if error.reason == Self.refused { #expect(error.mayHaveBeenSent) }
            #expect(
                error.isUnauthenticated == (error.reason == Self.refused || error.reason.contains("the handshake with"))
            )
            return error.reason
        }
    }

    /// Ways to change a reply on its way, by name.
    private static let changes: [(String, @Sendable (inout ConnectionReply) -> Void)] = [
        ("the header is removed", { $0.headers = [] }),
        ("the header is empty", { $0.headers = [Header("Latchkey-Answer", "")] }),
        ("the status is another", { $0.status = 401 }),
        ("a bit of the body is flipped", { $0.body[30] ^= 1 }),
        ("the body is empty", { $0.body = [] }),
        ("a byte follows the body", { $0.body.append(32) }),
        (
            "the MAC is one of zeros",
            { $0.headers = [Header("Latchkey-Answer", "v1 mac=" + String(repeating: "A", count: 43))] }
        ),
        ("another header stands first", { $0.headers.insert(Header("Latchkey-Answer", "v1 mac=AAAA"), at: 0) }),
    ]

    @Test(arguments: changes.map(\.0))
    func `nothing in a changed reply is believed, and the session is dropped`(name: String) async throws {
        let change = try #require(Self.changes.first { $0.0 == name }?.1)
        let peer = ScriptedPeer([
            .altered { reply in
                var changed = reply
                change(&changed)
                return changed
            }
        ])
        let caller = peer.caller()
        #expect(await outcome(caller) == Self.refused)
        #expect((peer.calls, peer.handshakes) == (1, 1))
        #expect(await outcome(caller) == "answered")
        #expect((peer.calls, peer.handshakes) == (2, 2))
    }

    @Test func `an answer to an earlier request of the same session is refused`() async {
        let recorded = Mutex<ConnectionReply?>(nil)
        let peer = ScriptedPeer([
            .altered { reply in
                recorded.withLock { $0 = reply }
                return reply
            }, .altered { reply in recorded.withLock { $0 } ?? reply },
        ])
        let caller = peer.caller()
        #expect(await outcome(caller) == "answered")
        #expect(await outcome(caller) == Self.refused)
    }

    @Test func `a refused session costs one new handshake, and a safe request is sent again`() async {
        let peer = ScriptedPeer([.refusesTheSession])
        #expect(await outcome(peer.caller(calling: [TokenIntrospect.self]), Self.read) == "answered")
        #expect((peer.calls, peer.handshakes) == (2, 2))
    }

    @Test func `a request that is not safe to repeat is not sent again, because the refusal may be forged`() async {
        let peer = ScriptedPeer([.refusesTheSession])
        #expect(await outcome(peer.caller()) == Self.refused)
        #expect((peer.calls, peer.handshakes) == (1, 1))
    }

    @Test func `a peer that refuses every session is not asked in a loop`() async {
        let peer = ScriptedPeer(Array(repeating: .refusesTheSession, count: 10))
        #expect(await outcome(peer.caller(calling: [TokenIntrospect.self]), Self.read) == Self.refused)
        #expect((peer.calls, peer.handshakes) == (2, 2))
    }

    @Test(arguments: [(ScriptedPeer.Turn.neverReached, 2), (.answerLost, 2), (.takes(.milliseconds(600)), 1)])
    func `a lost connection makes a new handshake due, and a slow answer does not`(
        turn: ScriptedPeer.Turn, handshakes: Int
    ) async {
        let peer = ScriptedPeer([.answers, turn])
        let caller = peer.caller()
        #expect(await outcome(caller) == "answered")
        _ = await outcome(caller)
        #expect(await outcome(caller) == "answered")
        #expect(peer.handshakes == handshakes)
    }

    @Test func `an impostor that takes the peer's address gets no call under a new session`() async {
        let peer = ScriptedPeer([.answers, .answerLost])
        let caller = peer.caller()
        #expect(await outcome(caller) == "answered")
        peer.replaceByImpostor()
        #expect(await outcome(caller) == "the connection was lost")
        #expect(await outcome(caller).hasPrefix("the handshake with the peer failed"))
        #expect(peer.calls == 2)
    }

    @Test func `five replies that the peer did not make open the breaker`() async {
        let peer = ScriptedPeer(Array(repeating: .refusesTheSession, count: 5))
        let caller = peer.caller()
        for _ in 0..<5 { #expect(await outcome(caller) == Self.refused) }
        #expect(await outcome(caller) == "the peer has not answered lately")
    }

    @Test func `an impostor's handshakes open the breaker, too`() async {
        let peer = ScriptedPeer(isImpostor: true)
        let caller = peer.caller()
        for _ in 0..<5 { #expect(await outcome(caller).hasPrefix("the handshake with the peer failed")) }
        #expect(await outcome(caller) == "the peer has not answered lately")
        #expect(peer.handshakes == 5)
    }

    @Test(arguments: [(true, 5), (false, 20)])
    func `a reply in a session whose failure is known says nothing new about the peer`(
        isNew: Bool, admitted: Int
    ) async {
        let peer = ScriptedPeer(Array(repeating: .refusesTheSession, count: 20))
        let connection = RetryingConnection(
            over: peer, rule: RetryRule(reads: []), clock: peer.clock.steady, random: SeededRandom().random,
            sleep: { _ in })
        for _ in 0..<20 {
            do throws(ConnectionError) {
                try await connection.send(Self.effect) {
                    RequestAttempt<Void>(
                        headers: [], isHandshake: false,
                        answer: { _ throws(ConnectionError) in throw ConnectionError("x", mayHaveBeenSent: true) },
                        failed: { isNew })
                }
            } catch {}
        }
        #expect(peer.calls == admitted)
    }

    @Test func `a dropped session is reported once`() async throws {
        let peer = ScriptedPeer()
        let connection = RetryingConnection(
            over: peer, rule: RetryRule(reads: []), clock: peer.clock.steady, random: SeededRandom().random,
            sleep: { _ in })
        let cache = ServiceSessionCache(
            over: connection, keys: LinkKeys(peer.vault, peer.peers), peer: "auth", clock: peer.clock.wall,
            random: SeededRandom().random)
        let first = try await cache.session()
        #expect(cache.discard(first))
        #expect(!cache.discard(first))
        let second = try await cache.session()
        #expect(second.handle != first.handle)
        #expect(!cache.discard(first))
        #expect(try await cache.session().handle == second.handle)
    }
}
