import AuthStore
import Contracts
import Cryptography
import DPoP
import Domain
import JSONRPC
import Primitives
import StoreSupport
import Support
import Synchronization
import Testing
import Tokens

@testable import AuthService

/// Two instances of the service that read the states of the keys from one database and the keys from folders of their
/// own.
@Suite struct `Keys of running instances` {
    /// The key folder of one host.
    private final class Folder: Sendable {
        let keys = Mutex<[KeyID: RotatingKey]>([:])

        var files: RotatingKeyFiles {
            RotatingKeyFiles(
                all: { [self] in keys.withLock { Array($0.keys) } },
                read: { [self] id in
                    guard let key = keys.withLock({ $0[id] }) else { throw KeyProblem(description: "no file of \(id)") }
                    return key
                })
        }
    }

    private struct Instance {
        let folder = Folder()
        let rotation: KeyRotation
        let tokens: AccessTokens
        let nonces: ServerNonce
        let dataKeys: DataKeys

        init(_ name: String, _ store: AuthStore, _ keys: [KeyID: RotatingKey], random: RandomSource) {
            folder.keys.withLock { $0 = keys }
            tokens = AccessTokens(issuer: "https://auth.test", keys: KeyTable([]))
            nonces = ServerNonce(keys: [.generate(random)])
            dataKeys = DataKeys(
                AuthKeys(
                    index: .generate(random), seal: .generate(random), hash: .generate(random), nonces: [],
                    audit: .generate(random)))
            rotation = KeyRotation(
                files: folder.files, store: store, instance: (random.id(), name), tokens: tokens, nonces: nonces,
                dataKeys: dataKeys)
        }
    }

    private let store: AuthStore
    private let clock = StoppedClock()
    private let random = SeededRandom().random
    private let one: KeyID, two: KeyID, nonceOne: KeyID, nonceTwo: KeyID
    private let first: Instance, second: Instance

    init() async throws {
        store = AuthStore(try await StoreLocation(AuthStore.migrations).open())
        one = try #require(KeyID(.signing, 1))
        two = try #require(KeyID(.signing, 2))
        nonceOne = try #require(KeyID(.nonce, 1))
        nonceTwo = try #require(KeyID(.nonce, 2))
        let keys: [KeyID: RotatingKey] = [
            one: .signing(.generate(random)), nonceOne: .secret(.generate(random)),
        ]
        first = Instance("a", store, keys, random: random)
        second = Instance("b", store, keys, random: random)
        try await first.rotation.prepare(at: clock.now)
        try await second.rotation.prepare(at: clock.now)
    }

    private func token(of instance: Instance) throws -> AccessToken {
        try instance.tokens.mint(
            AccessClaims(
                issuer: "https://auth.test", audiences: ["auth"], account: random.id(), session: random.id(),
                device: random.id(), jti: "j", now: clock.now, tsv: 1,
                scope: [.account], role: .member, amr: []))
    }

    private func accepts(_ token: AccessToken, _ instance: Instance) -> Bool {
        (try? instance.tokens.verify(token, audience: "auth", now: clock.now)) != nil
    }

    private func refresh() async throws {
        try await first.rotation.refresh(at: clock.now)
        try await second.rotation.refresh(at: clock.now)
    }

    @Test func `a token of a key that has just become active is accepted by an instance that has not noticed`()
        async throws
    {
        let new = RotatingKey.signing(.generate(random))
        for instance in [first, second] { instance.folder.keys.withLock { $0[two] = new } }
        _ = try await store.publish(two, fingerprint: new.fingerprint, at: clock.now)
        try await refresh()
        #expect(first.tokens.keys.jwks.keys.count == 2, "verifiers elsewhere see the published key")
        let before = try token(of: first)
        guard case .done = try await store.activate(two, lead: .zero, at: clock.now) else {
            return #expect(Bool(false), "both have read it")
        }
        try await first.rotation.refresh(at: clock.now)
        let after = try token(of: first)
        #expect(accepts(after, second) && accepts(before, first), "both keys verify")
    }

    @Test func `a retired key verifies nothing`() async throws {
        let new = RotatingKey.signing(.generate(random))
        for instance in [first, second] { instance.folder.keys.withLock { $0[two] = new } }
        let old = try token(of: first)
        _ = try await store.publish(two, fingerprint: new.fingerprint, at: clock.now)
        try await refresh()
        _ = try await store.activate(two, lead: .zero, at: clock.now)
        clock.advance(by: .seconds(330))
        _ = try await store.retire(one, at: clock.now)
        try await refresh()
        #expect(first.tokens.keys.jwks.keys.count == 1)
        clock.advance(by: .seconds(-330))
        #expect(!accepts(old, first))
    }

    @Test func `an instance without the file of a published key keeps it from becoming active`() async throws {
        let new = RotatingKey.signing(.generate(random))
        first.folder.keys.withLock { $0[two] = new }
        _ = try await store.publish(two, fingerprint: new.fingerprint, at: clock.now)
        try await refresh()
        #expect(second.rotation.problem == nil, "the key is not in use")
        #expect(try await store.activate(two, lead: .zero, at: clock.now) == .missing(at: ["b"]))
        second.folder.keys.withLock { $0[two] = new }
        try await refresh()
        guard case .done = try await store.activate(two, lead: .zero, at: clock.now) else {
            return #expect(Bool(false), "the file has been copied")
        }
    }

    @Test func `an instance does not report another key that has the number of a published one`() async throws {
        let new = RotatingKey.signing(.generate(random))
        first.folder.keys.withLock { $0[two] = new }
        second.folder.keys.withLock { $0[two] = .signing(.generate(random)) }
        _ = try await store.publish(two, fingerprint: new.fingerprint, at: clock.now)
        try await refresh()
        #expect(try await store.activate(two, lead: .zero, at: clock.now) == .missing(at: ["b"]))
    }

    @Test func `an instance with another key in the file of the active one does not start`() async throws {
        let other = Instance(
            "c", store, [one: .signing(.generate(random)), nonceOne: .secret(.generate(random))], random: random)
        await #expect(throws: KeyProblem.self) { try await other.rotation.prepare(at: clock.now) }
    }

    @Test func `an instance that lacks the file of a key in use does not start`() async throws {
        let new = RotatingKey.signing(.generate(random))
        for instance in [first, second] { instance.folder.keys.withLock { $0[two] = new } }
        _ = try await store.publish(two, fingerprint: new.fingerprint, at: clock.now)
        try await refresh()
        _ = try await store.activate(two, lead: .zero, at: clock.now)
        let other = Instance("c", store, first.folder.keys.withLock { $0.filter { $0.key != two } }, random: random)
        let problem = await #expect(throws: KeyProblem.self) { try await other.rotation.prepare(at: clock.now) }
        #expect(problem?.description == "no file of signing-2")
    }

    @Test func `a key whose file has been deleted since it was read has no fingerprint any more`() async throws {
        let new = RotatingKey.signing(.generate(random))
        first.folder.keys.withLock { $0[two] = new }
        _ = try await store.publish(two, fingerprint: new.fingerprint, at: clock.now)
        try await refresh()
        #expect(try first.rotation.fingerprint(of: two) == new.fingerprint)
        first.folder.keys.withLock { $0[two] = nil }
        #expect(throws: KeyProblem.self) { try first.rotation.fingerprint(of: two) }
    }

    @Test func `the nonces of the former key stay valid, and new ones are made with the active key`() async throws {
        let new = RotatingKey.secret(.generate(random))
        for instance in [first, second] { instance.folder.keys.withLock { $0[nonceTwo] = new } }
        let old = first.nonces.issue(now: clock.now)
        #expect(second.nonces.isFresh(old, now: clock.now), "instances accept each other's nonces")
        _ = try await store.publish(nonceTwo, fingerprint: new.fingerprint, at: clock.now)
        try await refresh()
        _ = try await store.activate(nonceTwo, lead: .zero, at: clock.now)
        try await first.rotation.refresh(at: clock.now)
        let made = first.nonces.issue(now: clock.now)
        #expect(made != old)
        #expect(second.nonces.isFresh(made, now: clock.now) && first.nonces.isFresh(old, now: clock.now))
    }

    @Test func `in an empty database the highest number becomes active, by its value and not by its text`()
        async throws
    {
        let empty = AuthStore(try await StoreLocation(AuthStore.migrations).open())
        var keys: [KeyID: RotatingKey] = [nonceOne: .secret(.generate(random))]
        for number in [1, 2, 10] { keys[try #require(KeyID(.signing, number))] = .signing(.generate(random)) }
        let instance = Instance("a", empty, keys, random: random)
        try await instance.rotation.prepare(at: clock.now)
        let states = try await empty.rotatingKeys().filter { $0.id.kind == .signing }
        #expect(states.map { "\($0.id.number) \($0.state)" } == ["1 verifyOnly", "2 verifyOnly", "10 active"])
    }
}
