import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@testable import RPCClient

@Suite struct PeerConnectionTests {
    /// A call without effects, one with an effect and no request id, and one with an effect and a request id.
    private static let read = Array(#"{"jsonrpc":"2.0","method":"token.introspect","params":{},"id":1}"#.utf8)
    private static let effect = Array(#"{"jsonrpc":"2.0","method":"vault.purge","params":{},"id":1}"#.utf8)
    private static let effectWithRequestID = Array(
        #"{"jsonrpc":"2.0","method":"vault.purge","params":{"requestId":"6f6e"},"id":1}"#.utf8)

    /// Returns "answered", or the reason of the connection error.
    private func outcome(_ caller: PeerConnection, _ body: [UInt8] = read) async -> String {
        do throws(ConnectionError) {
            _ = try await caller.send(body, headers: [])
            return "answered"
        } catch { return error.reason }
    }

    @Test func `one handshake serves many calls, each with its own MAC`() async {
        let peer = ScriptedPeer()
        let caller = peer.caller()
        for _ in 0..<5 { #expect(await outcome(caller) == "answered") }
        #expect(peer.handshakes == 1)
        #expect(Set(peer.headers).count == 5)
    }

    @Test func `concurrent callers share one handshake`() async {
        let peer = ScriptedPeer()
        let caller = peer.caller()
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { await outcome(caller) } }
            for await word in group { #expect(word == "answered") }
        }
        #expect(peer.handshakes == 1)
    }

    @Test func `a traceparent header is passed on`() async throws {
        let peer = ScriptedPeer()
        _ = try await peer.caller().send(Self.read, headers: [Header("traceparent", "00-1-2-01")])
        #expect(peer.headers.first?.first == Header("traceparent", "00-1-2-01"))
    }

    @Test(arguments: [(270, 1), (271, 2), (301, 2)])
    func `the next session is opened 30 seconds before the end of the last`(seconds: Int, handshakes: Int) async throws
    {
        let peer = ScriptedPeer()
        let caller = peer.caller()
        #expect(await outcome(caller) == "answered")
        peer.clock.advance(by: .seconds(seconds))
        #expect(await outcome(caller) == "answered")
        try await waitUntil { peer.handshakes >= handshakes }
        #expect(await outcome(caller) == "answered")
        #expect(peer.handshakes == handshakes)
    }

    @Test func `a peer with a wrong signature gets no calls`() async {
        let peer = ScriptedPeer(isImpostor: true)
        #expect(await outcome(peer.caller()).hasPrefix("the handshake with the peer failed"))
        #expect(peer.calls == 0)
    }

    @Test(arguments: [
        (ScriptedPeer.Turn.neverReached, PeerConnectionTests.effect, 2),
        (.neverReached, PeerConnectionTests.read, 2),
        (.answerLost, PeerConnectionTests.effect, 1),
        (.answerLost, PeerConnectionTests.effectWithRequestID, 2),
        (.answerLost, PeerConnectionTests.read, 2),
        (.takes(.milliseconds(500)), PeerConnectionTests.read, 2),
        (.takes(.milliseconds(501)), PeerConnectionTests.read, 1),
    ])
    func `a second try follows a quick failure if repeating is safe`(
        turn: ScriptedPeer.Turn, body: [UInt8], tries: Int
    ) async {
        let peer = ScriptedPeer([turn])
        let word = await outcome(peer.caller(calling: [TokenIntrospect.self]), body)
        #expect(peer.calls == tries)
        #expect((word == "answered") == (tries == 2))
    }

    @Test func `a call is tried at most twice, 10 to 100 ms apart and with different MACs`() async {
        let peer = ScriptedPeer([.neverReached, .neverReached])
        let before = peer.clock.now
        #expect(await outcome(peer.caller()) == "no connection to the peer")
        #expect(peer.calls == 2)
        #expect(peer.headers.count == 2 && peer.headers[0] != peer.headers[1])
        let waited = peer.clock.now - before
        #expect(waited >= .milliseconds(10) && waited <= .milliseconds(100))
    }

    @Test func `after five failures nothing is sent until the pause is over`() async {
        let peer = ScriptedPeer(Array(repeating: .answerLost, count: 5))
        let caller = peer.caller()
        for _ in 0..<5 { #expect(await outcome(caller) == "the connection was lost") }
        #expect(await outcome(caller) == "the peer has not answered lately")
        #expect(peer.calls == 5)
        peer.clock.advance(by: Breaker.pause)
        #expect(await outcome(caller) == "answered")
        #expect(peer.calls == 6)
    }

    @Test func `cancelled calls do not open the breaker`() async {
        let peer = ScriptedPeer(Array(repeating: .answerLost, count: 10))
        let caller = peer.caller()
        for _ in 0..<10 {
            let work = Task {
                while !Task.isCancelled { await Task.yield() }
                return await outcome(caller, Self.effect)
            }
            work.cancel()
            #expect(await work.value == "the connection was lost")
        }
        #expect(await outcome(caller) == "answered")
    }
}
