import Cryptography
import Primitives
import StrictJSON
import Support
import Testing

@testable import ServiceAuth

@Suite struct InternalCallTests {
    private let random = LoadedDice().random
    private let clock = StoppedClock()
    private let vault = ServiceKey(name: "vault", key: .generate(LoadedDice(seed: 2).random))
    private let auth = ServiceKey(name: "auth", key: .generate(LoadedDice(seed: 3).random))
    private let sealing = Key256.generate(LoadedDice(seed: 4).random)
    private let body = Array(#"{"method":"token.introspect"}"#.utf8)

    private var peers: PeerKeys { PeerKeys([("vault", vault.publicKey), ("auth", auth.publicKey)]) }
    private var desk: CallDesk { CallDesk(key: auth, peers: peers, sealing: [sealing]) }

    private func session() throws -> CallSession {
        let opening = CallOpening(by: vault, to: "auth", now: clock.now, random: random)
        let (caller, _, answer) = try desk.open(opening.assertion, now: clock.now, random: random)
        #expect(caller == "vault")
        return try opening.accept(answer, peers: peers)
    }

    @Test func `one introduction, then any instance with the shared key checks the calls`() throws {
        let session = try session()
        let other = CallDesk(key: auth, peers: peers, sealing: [.generate(random), sealing])
        for _ in 0..<3 {
            let header = session.header(path: "/rpc", body: body, now: clock.now, random: random)
            #expect(try desk.check(header, path: "/rpc", body: body, now: clock.now).caller == "vault")
            #expect(try other.check(header, path: "/rpc", body: body, now: clock.now).time == clock.now)
        }
    }

    @Test func `a call fits its own method, path and body alone`() throws {
        let header = try session().header(path: "/rpc", body: body, now: clock.now, random: random)
        #expect(throws: CallFault.badMAC) { try desk.check(header, path: "/rpc", body: body + [32], now: clock.now) }
        #expect(throws: CallFault.badMAC) { try desk.check(header, path: "/", body: body, now: clock.now) }
        #expect(throws: CallFault.badMAC) {
            try desk.check(header, method: "PUT", path: "/rpc", body: body, now: clock.now)
        }
    }

    @Test func `a call counts for 60 seconds, and a session for 300`() throws {
        let session = try session()
        let header = session.header(path: "/rpc", body: body, now: clock.now, random: random)
        _ = try desk.check(header, path: "/rpc", body: body, now: clock.now + .seconds(60))
        #expect(throws: CallFault.outsideWindow) {
            try desk.check(header, path: "/rpc", body: body, now: clock.now + .seconds(61))
        }
        let early = session.header(path: "/rpc", body: body, now: clock.now + .seconds(61), random: random)
        #expect(throws: CallFault.outsideWindow) { try desk.check(early, path: "/rpc", body: body, now: clock.now) }
        #expect(!session.isEnding(now: clock.now))
        #expect(session.isEnding(now: clock.now + .seconds(271)))
        clock.advance(by: .seconds(300))
        let late = session.header(path: "/rpc", body: body, now: clock.now, random: random)
        #expect(throws: CallFault.unknownSession) { try desk.check(late, path: "/rpc", body: body, now: clock.now) }
    }

    @Test func `every altered byte of a header is refused`() throws {
        let header = Array(try session().header(path: "/rpc", body: body, now: clock.now, random: random).utf8)
        for place in header.indices {
            var altered = header
            altered[place] = altered[place] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
            #expect(throws: CallFault.self) {
                try desk.check(String(decoding: altered, as: UTF8.self), path: "/rpc", body: body, now: clock.now)
            }
        }
        for text in ["", "v1", "v1 handle=, t=1, n=, mac=", "v2 handle=a, t=1, n=b, mac=c"] {
            #expect(throws: CallFault.self) { try desk.check(text, path: "/rpc", body: body, now: clock.now) }
        }
    }

    @Test func `an introduction is for one service, by a known peer in its own name, within a minute`() throws {
        let assertion = CallOpening(by: vault, to: "auth", now: clock.now, random: random).assertion
        let elsewhere = CallDesk(key: vault, peers: peers, sealing: [sealing])
        #expect(throws: CallFault.wrongAudience) { try elsewhere.open(assertion, now: clock.now, random: random) }
        #expect(throws: CallFault.outsideWindow) {
            try desk.open(assertion, now: clock.now + .seconds(61), random: random)
        }
        #expect(throws: CallFault.outsideWindow) {
            try desk.open(assertion, now: clock.now - .seconds(61), random: random)
        }
        let stranger = ServiceKey(name: "vault", key: .generate(random))
        #expect(throws: CallFault.unknownPeer) {
            try desk.open(
                CallOpening(by: stranger, to: "auth", now: clock.now, random: random).assertion, now: clock.now,
                random: random)
        }
        let impostor = ServiceKey(name: "auth", key: vault.key)
        #expect(throws: CallFault.wrongIssuer) {
            try desk.open(
                CallOpening(by: impostor, to: "auth", now: clock.now, random: random).assertion, now: clock.now,
                random: random)
        }
        let bytes = Array(assertion.utf8)
        for place in bytes.indices {
            var altered = bytes
            altered[place] = altered[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: CallFault.self) {
                try desk.open(String(decoding: altered, as: UTF8.self), now: clock.now, random: random)
            }
        }
    }

    @Test func `a peer may have two keys while it changes them`() throws {
        let next = ServiceKey(name: "vault", key: .generate(random))
        let both = PeerKeys([("vault", vault.publicKey), ("vault", next.publicKey), ("auth", auth.publicKey)])
        let desk = CallDesk(key: auth, peers: both, sealing: [sealing])
        for key in [vault, next] {
            let opening = CallOpening(by: key, to: "auth", now: clock.now, random: random)
            let (_, _, answer) = try desk.open(opening.assertion, now: clock.now, random: random)
            _ = try opening.accept(answer, peers: both)
        }
    }

    @Test func `nobody else can answer in the service's name`() throws {
        let opening = CallOpening(by: vault, to: "auth", now: clock.now, random: random)
        let pretender = CallDesk(
            key: ServiceKey(name: "auth", key: .generate(random)), peers: peers, sealing: [sealing])
        let forged = try pretender.open(opening.assertion, now: clock.now, random: random).answer
        #expect(throws: CallFault.badSignature) { try opening.accept(forged, peers: peers) }
        let real = try desk.open(opening.assertion, now: clock.now, random: random).answer
        let another = CallOpening(by: vault, to: "auth", now: clock.now, random: random)
        #expect(throws: CallFault.badSignature) { try another.accept(real, peers: peers) }
        for changed in [
            CallAcceptance(
                handle: real.handle + "A", publicKey: real.publicKey, signature: real.signature, expires: real.expires),
            CallAcceptance(
                handle: real.handle, publicKey: forged.publicKey, signature: real.signature, expires: real.expires),
            CallAcceptance(
                handle: real.handle, publicKey: real.publicKey, signature: real.signature,
                expires: real.expires + .seconds(1)),
        ] {
            #expect(throws: CallFault.badSignature) { try opening.accept(changed, peers: peers) }
        }
        _ = try opening.accept(real, peers: peers)
    }
}
