import AuthService
import AuthStore
import Contracts
import Cryptography
import DPoP
import FaultInjection
import JSONRPC
import Logging
import Primitives
import RPCClient
import SQL
import ServiceAuth
import StoreSupport
import Support
import Tokens
import VaultService
import VaultStore

/// Both services whole and alive in one process: real stores on real databases, real routers, internal calls authenticated
/// as between machines, and one clock that stands still.
struct StoryPair {
    static let address = "https://auth.test/rpc"

    let clock = StoppedClock()
    let random = LoadedDice(seed: RandomWalk().seed).random
    let folder = scratchFolder()
    let auth: Auth
    let authRouter: Router
    let vault: Vault
    let vaultRouter: Router
    let vaultDatabase: any Database
    let inbox = StoryInbox()
    private let purger: VaultPurger

    init() async throws {
        let silent = Logger(label: "story") { _ in SwiftLogNoOpLogHandler() }
        let authKey = ServiceKey(name: "auth", key: .generate(random))
        let vaultKey = ServiceKey(name: "vault", key: .generate(random))
        let peers = PeerKeys([("auth", authKey.publicKey), ("vault", vaultKey.publicKey)])
        let signing = KeyTable([.init(.p256(P256.PrivateKey.generate(random)), state: .active)])

        let authDatabase = try await StorePlace(AuthStore.migrations).open()
        guard let address = PublicURL(Self.address) else { throw StoryStuck("the address") }
        var settings = AuthSettings(issuer: "https://auth.test", publicURLs: [address])
        settings.isDemo = true
        auth = Auth(
            store: AuthStore(authDatabase),
            keys: AuthKeys(
                index: .generate(random), seal: .generate(random), hash: .generate(random), nonces: [.generate(random)]),
            tokens: AccessTokens(issuer: settings.issuer, keys: signing),
            serviceCalls: ServiceCallVerifier(key: authKey, peers: peers, sealing: [.generate(random)]),
            clock: clock.wall,
            steady: clock.steady, random: random,
            settings: settings, log: silent)
        try await auth.prepare()
        authRouter = try auth.router(observer: Self.observer)

        vaultDatabase = try await StorePlace(VaultSchema.migrations).open()
        let ring = KeyRing(wrapping: [.init("kek-1", .generate(random))], index: .init("index-1", .generate(random)))
        let toAuth = PeerConnection(
            over: InProcessConnection(to: authRouter, at: .internal), as: vaultKey, to: "auth", peers: peers,
            clock: clock.wall, steady: clock.steady, random: random)
        let (jwks, wait) = (signing.jwks, 0)
        vault = Vault(
            store: try await VaultStore.open(
                vaultDatabase, keys: ring, clock: clock.wall, steady: clock.steady, random: random),
            peer: AuthPeer(
                introspect: { try await toAuth.call(TokenIntrospect.self, $0) },
                poll: { asked in
                    var asked = asked
                    asked.waitMs = wait
                    return try await toAuth.call(RevocationPoll.self, asked)
                }, keys: { jwks }),
            tokens: AccessTokens(issuer: settings.issuer, keys: KeyTable([])),
            serviceCalls: ServiceCallVerifier(key: vaultKey, peers: peers, sealing: [.generate(random)]),
            clock: clock.wall,
            steady: clock.steady, random: random, log: silent)
        vaultRouter = try vault.router(observer: Self.observer)
        let toVault = PeerConnection(
            over: InProcessConnection(to: vaultRouter, at: .internal), as: authKey, to: "vault", peers: peers,
            clock: clock.wall, steady: clock.steady, random: random)
        purger = VaultPurger { account, request in
            let purged = try? await toVault.call(VaultPurge.self, .init(accountId: account, requestId: request))
            return purged == nil ? .failedTemporarily : .accepted
        }
        try await settle()
    }

    /// Does what the services do of their own accord: numbers and follows the feed, sends the outbox.
    func settle() async throws {
        try await auth.numberRevocationEvents()
        try await vault.followOnce()
        try await auth.sendDue(gateway: inbox.gateway, purger: purger)
    }

    /// Lets time pass for both.
    func pass(_ duration: Duration) async throws {
        clock.advance(by: duration)
        try await settle()
    }

    private static let observer = CallObserver(
        now: { 0 }, answered: { FaultLedger.note($0.method, fault: $0.fault) },
        failed: { method, _, error in print("\(method) failed inside: \(error)") })
}

/// A story's house is not as it should be.
struct StoryStuck: Error {
    let what: String
    init(_ what: String) { self.what = what }
}
