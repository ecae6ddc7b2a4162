import Cryptography
import Primitives
import ServiceAuth
import Support
import Testing

@Suite struct LinkKeysTests {
    private let random = SeededRandom().random
    private let clock = StoppedClock()
    private let sealing = Key256.generate(SeededRandom(seed: 4).random)

    private func service(_ name: String) -> ServiceKey { ServiceKey(name: name, key: .generate(random)) }

    /// The caller `vault` and the answering side `auth`, each with the other's public keys.
    private func introduce(_ caller: LinkKeys, _ verifier: ServiceCallVerifier) throws -> ServiceSession {
        let handshake = ClientHandshake(by: caller.own, to: "auth", now: clock.now, random: random)
        let (_, _, answer) = try verifier.acceptHandshake(handshake.assertion, now: clock.now, random: random)
        return try handshake.finish(answer, peers: caller.peers)
    }

    @Test func `replaced keys are used by the next handshake, and withdrawn ones are refused on both sides`() throws {
        let (vault, auth, nextVault, nextAuth) = (service("vault"), service("auth"), service("vault"), service("auth"))
        let caller = LinkKeys(vault, PeerKeys([("auth", auth.publicKey)]))
        let answering = LinkKeys(auth, PeerKeys([("vault", vault.publicKey)]))
        let verifier = ServiceCallVerifier(keys: answering, sealing: [sealing])
        _ = try introduce(caller, verifier)

        caller.replace(with: LinkKeys(nextVault, caller.peers))
        #expect(throws: ServiceCallFault.unknownPeer) { try introduce(caller, verifier) }
        answering.replace(with: LinkKeys(auth, PeerKeys([("vault", nextVault.publicKey)])))
        _ = try introduce(caller, verifier)

        answering.replace(with: LinkKeys(nextAuth, answering.peers))
        #expect(throws: ServiceCallFault.badSignature) { try introduce(caller, verifier) }
        caller.replace(
            with: LinkKeys(nextVault, PeerKeys([("auth", auth.publicKey), ("auth", nextAuth.publicKey)])))
        _ = try introduce(caller, verifier)

        caller.replace(with: LinkKeys(vault, caller.peers))
        #expect(throws: ServiceCallFault.unknownPeer) { try introduce(caller, verifier) }
    }

    @Test func `a session that was opened with former keys stays valid until it ends`() throws {
        let (vault, auth) = (service("vault"), service("auth"))
        let answering = LinkKeys(auth, PeerKeys([("vault", vault.publicKey)]))
        let verifier = ServiceCallVerifier(keys: answering, sealing: [sealing])
        let session = try introduce(LinkKeys(vault, PeerKeys([("auth", auth.publicKey)])), verifier)
        answering.replace(with: LinkKeys(service("auth"), PeerKeys([])))
        for (age, isValid) in [(Duration.seconds(299), true), (.seconds(300), false)] {
            let now = clock.now + age
            let header = session.header(path: "/rpc", body: [], now: now, random: random)
            let call = try? verifier.verify(header, path: "/rpc", body: [], now: now)
            #expect((call != nil) == isValid)
        }
    }
}
