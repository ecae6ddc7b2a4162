import Cryptography
import Primitives
import StrictJSON
import Support
import Testing

@testable import ServiceAuth

@Suite struct ServiceCallTests {
    private let random = SeededRandom().random
    private let clock = StoppedClock()
    private let vault = ServiceKey(name: "vault", key: .generate(SeededRandom(seed: 2).random))
    private let auth = ServiceKey(name: "auth", key: .generate(SeededRandom(seed: 3).random))
    private let sealing = Key256.generate(SeededRandom(seed: 4).random)
    private let body = Array(#"{"method":"token.introspect"}"#.utf8)

    private var peers: PeerKeys { PeerKeys([("vault", vault.publicKey), ("auth", auth.publicKey)]) }
    private var verifier: ServiceCallVerifier { ServiceCallVerifier(keys: LinkKeys(auth, peers), sealing: [sealing]) }

    private func session() throws -> ServiceSession {
        let handshake = ClientHandshake(by: vault, to: "auth", now: clock.now, random: random)
        let (caller, _, answer) = try verifier.acceptHandshake(handshake.assertion, now: clock.now, random: random)
        #expect(caller == "vault")
        return try handshake.finish(answer, peers: peers)
    }

    @Test func `after one handshake any instance with the shared key verifies the calls`() throws {
        let session = try session()
        let other = ServiceCallVerifier(keys: LinkKeys(auth, peers), sealing: [.generate(random), sealing])
        for _ in 0..<3 {
            let header = session.header(path: "/rpc", body: body, now: clock.now, random: random)
            #expect(try verifier.verify(header, path: "/rpc", body: body, now: clock.now).caller == "vault")
            #expect(try other.verify(header, path: "/rpc", body: body, now: clock.now).time == clock.now)
        }
    }

    @Test func `a call is valid for its own method, path and body only`() throws {
        let header = try session().header(path: "/rpc", body: body, now: clock.now, random: random)
        #expect(throws: ServiceCallFault.badMAC) {
            try verifier.verify(header, path: "/rpc", body: body + [32], now: clock.now)
        }
        #expect(throws: ServiceCallFault.badMAC) { try verifier.verify(header, path: "/", body: body, now: clock.now) }
        #expect(throws: ServiceCallFault.badMAC) {
            try verifier.verify(header, method: "PUT", path: "/rpc", body: body, now: clock.now)
        }
    }

    @Test func `a call is valid for 60 seconds, and a session for 300`() throws {
        let session = try session()
        let header = session.header(path: "/rpc", body: body, now: clock.now, random: random)
        _ = try verifier.verify(header, path: "/rpc", body: body, now: clock.now + .seconds(60))
        #expect(throws: ServiceCallFault.outsideWindow) {
            try verifier.verify(header, path: "/rpc", body: body, now: clock.now + .seconds(61))
        }
        let early = session.header(path: "/rpc", body: body, now: clock.now + .seconds(61), random: random)
        #expect(throws: ServiceCallFault.outsideWindow) {
            try verifier.verify(early, path: "/rpc", body: body, now: clock.now)
        }
        #expect(!session.isEnding(now: clock.now))
        #expect(session.isEnding(now: clock.now + .seconds(271)))
        clock.advance(by: .seconds(300))
        let late = session.header(path: "/rpc", body: body, now: clock.now, random: random)
        #expect(throws: ServiceCallFault.unknownSession) {
            try verifier.verify(late, path: "/rpc", body: body, now: clock.now)
        }
    }

    @Test func `a header with any altered byte, or malformed, is refused`() throws {
        let header = Array(try session().header(path: "/rpc", body: body, now: clock.now, random: random).utf8)
        for index in header.indices {
            var altered = header
            altered[index] = altered[index] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
            #expect(throws: ServiceCallFault.self) {
                try verifier.verify(String(decoding: altered, as: UTF8.self), path: "/rpc", body: body, now: clock.now)
            }
        }
        for text in ["", "v1", "v1 handle=, t=1, n=, mac=", "v2 handle=a, t=1, n=b, mac=c"] {
            #expect(throws: ServiceCallFault.self) {
                try verifier.verify(text, path: "/rpc", body: body, now: clock.now)
            }
        }
    }

    @Test(arguments: [
        (4096, ServiceCallFault.unknownSession), (4097, .malformed("the header is not v1 handle, t, n, mac")),
    ])
    func `a header of up to 4 KiB is parsed`(size: Int, fault: ServiceCallFault) throws {
        let header = try session().header(path: "/rpc", body: body, now: clock.now, random: random)
        let longer = header.replacing(
            "handle=", with: "handle=" + String(repeating: "A", count: size - header.utf8.count))
        #expect(longer.utf8.count == size)
        #expect(throws: fault) { try verifier.verify(longer, path: "/rpc", body: body, now: clock.now) }
    }

    @Test func `an assertion is valid for one service and one minute, from a known peer in its own name`() throws {
        let assertion = ClientHandshake(by: vault, to: "auth", now: clock.now, random: random).assertion
        let elsewhere = ServiceCallVerifier(keys: LinkKeys(vault, peers), sealing: [sealing])
        #expect(throws: ServiceCallFault.wrongAudience) {
            try elsewhere.acceptHandshake(assertion, now: clock.now, random: random)
        }
        #expect(throws: ServiceCallFault.outsideWindow) {
            try verifier.acceptHandshake(assertion, now: clock.now + .seconds(61), random: random)
        }
        #expect(throws: ServiceCallFault.outsideWindow) {
            try verifier.acceptHandshake(assertion, now: clock.now - .seconds(61), random: random)
        }
        let stranger = ServiceKey(name: "vault", key: .generate(random))
        #expect(throws: ServiceCallFault.unknownPeer) {
            try verifier.acceptHandshake(
                ClientHandshake(by: stranger, to: "auth", now: clock.now, random: random).assertion, now: clock.now,
                random: random)
        }
        let impostor = ServiceKey(name: "auth", key: vault.key)
        #expect(throws: ServiceCallFault.wrongIssuer) {
            try verifier.acceptHandshake(
                ClientHandshake(by: impostor, to: "auth", now: clock.now, random: random).assertion, now: clock.now,
                random: random)
        }
        let bytes = Array(assertion.utf8)
        for index in bytes.indices {
            var altered = bytes
            altered[index] = altered[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: ServiceCallFault.self) {
                try verifier.acceptHandshake(String(decoding: altered, as: UTF8.self), now: clock.now, random: random)
            }
        }
    }

    @Test func `a peer may have two keys during a key change`() throws {
        let next = ServiceKey(name: "vault", key: .generate(random))
        let both = PeerKeys([("vault", vault.publicKey), ("vault", next.publicKey), ("auth", auth.publicKey)])
        let verifier = ServiceCallVerifier(keys: LinkKeys(auth, both), sealing: [sealing])
        for key in [vault, next] {
            let handshake = ClientHandshake(by: key, to: "auth", now: clock.now, random: random)
            let (_, _, answer) = try verifier.acceptHandshake(handshake.assertion, now: clock.now, random: random)
            _ = try handshake.finish(answer, peers: both)
        }
    }

    @Test func `a handshake response with another key, of another handshake or changed is refused`() throws {
        let handshake = ClientHandshake(by: vault, to: "auth", now: clock.now, random: random)
        let pretender = ServiceCallVerifier(
            keys: LinkKeys(ServiceKey(name: "auth", key: .generate(random)), peers), sealing: [sealing])
        let forged = try pretender.acceptHandshake(handshake.assertion, now: clock.now, random: random).answer
        #expect(throws: ServiceCallFault.badSignature) { try handshake.finish(forged, peers: peers) }
        let real = try verifier.acceptHandshake(handshake.assertion, now: clock.now, random: random).answer
        let another = ClientHandshake(by: vault, to: "auth", now: clock.now, random: random)
        #expect(throws: ServiceCallFault.badSignature) { try another.finish(real, peers: peers) }
        for changed in [
            HandshakeResponse(
                handle: real.handle + "A", publicKey: real.publicKey, signature: real.signature, expires: real.expires),
            HandshakeResponse(
                handle: real.handle, publicKey: forged.publicKey, signature: real.signature, expires: real.expires),
            HandshakeResponse(
                handle: real.handle, publicKey: real.publicKey, signature: real.signature,
                expires: real.expires + .seconds(1)),
        ] {
            #expect(throws: ServiceCallFault.badSignature) { try handshake.finish(changed, peers: peers) }
        }
        _ = try handshake.finish(real, peers: peers)
    }
}
