import Cryptography
import Primitives
import Support
import Testing

@testable import ServiceAuth

@Suite struct ServiceAnswerTests {
    private let random = SeededRandom().random
    private let clock = StoppedClock()
    private let vault = ServiceKey(name: "vault", key: .generate(SeededRandom(seed: 2).random))
    private let auth = ServiceKey(name: "auth", key: .generate(SeededRandom(seed: 3).random))
    private let sealing = Key256.generate(SeededRandom(seed: 4).random)
    private let request = Array(#"{"method":"token.introspect"}"#.utf8)
    private let body = Array(#"{"result":{"active":false}}"#.utf8)

    private var peers: PeerKeys { PeerKeys([("vault", vault.publicKey), ("auth", auth.publicKey)]) }
    private var verifier: ServiceCallVerifier { ServiceCallVerifier(keys: LinkKeys(auth, peers), sealing: [sealing]) }

    private func session() throws -> ServiceSession {
        let handshake = ClientHandshake(by: vault, to: "auth", now: clock.now, random: random)
        let answer = try verifier.acceptHandshake(handshake.assertion, now: clock.now, random: random).answer
        return try handshake.finish(answer, peers: peers)
    }

    /// Makes a call in a session; returns it with the answer's header for status 200 and ``body``.
    private func answered(in session: ServiceSession) throws -> (call: OutgoingServiceCall, header: String) {
        let call = session.call(path: "/rpc", body: request, now: clock.now, random: random)
        let verified = try verifier.verify(call.header, path: "/rpc", body: request, now: clock.now)
        return (call, verified.answerHeader(status: 200, body: body))
    }

    @Test func `the answer of any instance with the shared key is authentic`() throws {
        let (call, header) = try answered(in: session())
        #expect(call.isAuthentic(answerHeader: header, status: 200, body: body))
        let other = ServiceCallVerifier(keys: LinkKeys(auth, peers), sealing: [.generate(random), sealing])
        let verified = try other.verify(call.header, path: "/rpc", body: request, now: clock.now)
        #expect(verified.answerHeader(status: 200, body: body) == header)
    }

    @Test func `an answer with another status, or without the header, is not authentic`() throws {
        let (call, header) = try answered(in: session())
        for status in [0, 20, 201, 401, 503, 2000] {
            #expect(!call.isAuthentic(answerHeader: header, status: status, body: body))
        }
        #expect(!call.isAuthentic(answerHeader: nil, status: 200, body: body))
    }

    @Test func `an answer with any flipped bit of body or header is not authentic`() throws {
        let (call, header) = try answered(in: session())
        for bit in 0..<body.count * 8 {
            var altered = body
            altered[bit / 8] ^= 1 << (bit % 8)
            #expect(!call.isAuthentic(answerHeader: header, status: 200, body: altered))
        }
        #expect(!call.isAuthentic(answerHeader: header, status: 200, body: body + [32]))
        #expect(!call.isAuthentic(answerHeader: header, status: 200, body: []))
        for bit in 0..<header.utf8.count * 8 {
            var altered = Array(header.utf8)
            altered[bit / 8] ^= 1 << (bit % 8)
            let text = String(decoding: altered, as: UTF8.self)
            #expect(!call.isAuthentic(answerHeader: text, status: 200, body: body), "bit \(bit)")
        }
    }

    @Test(arguments: ["", "v1", "v1 mac=", "v2 mac=", "V1 mac=", " v1 mac=", "mac="])
    func `a header of another form is not authentic`(prefix: String) throws {
        let (call, header) = try answered(in: session())
        let mac = header.dropFirst("v1 mac=".count)
        #expect(!call.isAuthentic(answerHeader: prefix, status: 200, body: body))
        if prefix != "v1 mac=" {
            #expect(!call.isAuthentic(answerHeader: prefix + mac, status: 200, body: body))
        }
        #expect(!call.isAuthentic(answerHeader: header + ", \(header)", status: 200, body: body))
        #expect(!call.isAuthentic(answerHeader: header + "=", status: 200, body: body))
    }

    @Test func `an answer to another request, or under an older session, is not authentic`() throws {
        let session = try session()
        let (first, header) = try answered(in: session)
        let (second, _) = try answered(in: session)
        #expect(first.isAuthentic(answerHeader: header, status: 200, body: body))
        #expect(!second.isAuthentic(answerHeader: header, status: 200, body: body))
        let (newer, _) = try answered(in: self.session())
        #expect(!newer.isAuthentic(answerHeader: header, status: 200, body: body))
    }

    @Test func `the MAC of a call is not the MAC of an answer`() throws {
        let session = try session()
        let call = session.call(path: "/rpc", body: request, now: clock.now, random: random)
        let header = try #require(ServiceCallHeader(call.header))
        for body in [request, body, []] {
            #expect(!call.isAuthentic(answerHeader: "v1 mac=\(header.mac)", status: 200, body: body))
        }
    }
}
