import AuthService
import AuthStore
import Contracts
import Cryptography
import JSONRPC
import Logging
import Proofs
import RPCClient
import Rehearsal
import SQL
import StoreSupport
import Support
import TimeAndChance
import Tokens
import VaultService
import VaultStore
import Vocabulary

/// Both services whole and alive in one process: real stores on real databases, real routers, internal calls authenticated
/// as between machines, and one clock that stands still.
struct StoryPair {
    static let address = "https://auth.test/rpc"

    let clock = StoppedClock()
    let dice = LoadedDice(seed: RandomWalk().seed).dice
    let folder = scratchFolder()
    let auth: Auth
    let authRouter: Router
    let vault: Vault
    let vaultRouter: Router
    let vaultDatabase: any Database
    let inbox = StoryInbox()
    private let purger: Purger

    init() async throws {
        let silent = Logger(label: "story") { _ in SwiftLogNoOpLogHandler() }
        let authKey = ServiceKey(name: "auth", key: .generate(dice))
        let vaultKey = ServiceKey(name: "vault", key: .generate(dice))
        let peers = PeerKeys([("auth", authKey.publicKey), ("vault", vaultKey.publicKey)])
        let signing = KeyTable([.init(.p256(P256.PrivateKey.generate(dice)), state: .active)])

        let authDatabase = try await StorePlace(AuthStore.migrations).open()
        guard let address = PublicURL(Self.address) else { throw StoryStuck("the address") }
        var settings = AuthSettings(issuer: "https://auth.test", addresses: [address])
        settings.isDemo = true
        auth = Auth(
            store: AuthStore(authDatabase),
            keys: AuthKeys(
                index: .generate(dice), seal: .generate(dice), hash: .generate(dice), nonces: [.generate(dice)]),
            tokens: AccessTokens(issuer: settings.issuer, keys: signing),
            desk: CallDesk(key: authKey, peers: peers, sealing: [.generate(dice)]), clock: clock.wall,
            steady: clock.steady, dice: dice,
            settings: settings, log: silent)
        try await auth.prepare()
        authRouter = try auth.router(observer: Self.observer)

        vaultDatabase = try await StorePlace(VaultSchema.migrations).open()
        let ring = KeyRing(wrapping: [.init("kek-1", .generate(dice))], index: .init("index-1", .generate(dice)))
        let toAuth = PeerConnection(
            over: InProcessConnection(to: authRouter, at: .internal), as: vaultKey, to: "auth", peers: peers,
            clock: clock.wall, steady: clock.steady, dice: dice)
        let (jwks, wait) = (signing.jwks, 0)
        vault = Vault(
            store: try await VaultStore.open(
                vaultDatabase, keys: ring, clock: clock.wall, steady: clock.steady, dice: dice),
            peer: AuthPeer(
                introspect: { try await toAuth.call(TokenIntrospect.self, $0) },
                poll: { asked in
                    var asked = asked
                    asked.waitMs = wait
                    return try await toAuth.call(RevocationPoll.self, asked)
                }, keys: { jwks }),
            tokens: AccessTokens(issuer: settings.issuer, keys: KeyTable([])),
            desk: CallDesk(key: vaultKey, peers: peers, sealing: [.generate(dice)]), clock: clock.wall,
            steady: clock.steady, dice: dice, log: silent)
        vaultRouter = try vault.router(observer: Self.observer)
        let toVault = PeerConnection(
            over: InProcessConnection(to: vaultRouter, at: .internal), as: authKey, to: "vault", peers: peers,
            clock: clock.wall, steady: clock.steady, dice: dice)
        purger = Purger { account, request in
            let purged = try? await toVault.call(VaultPurge.self, .init(accountId: account, requestId: request))
            return purged == nil ? .notNow : .accepted
        }
        try await settle()
    }

    /// Does what the services do of their own accord: numbers and follows the feed, sends the outbox.
    func settle() async throws {
        try await auth.numberFeed()
        try await vault.followOnce()
        try await auth.sendDue(courier: inbox.courier, purger: purger)
    }

    /// Lets time pass for both.
    func pass(_ duration: Duration) async throws {
        clock.advance(by: duration)
        try await settle()
    }

    private static let observer = CallObserver(
        now: { 0 }, saw: { FaultLedger.note($0.method, fault: $0.fault) },
        failed: { method, _, error in print("\(method) failed inside: \(error)") })
}

/// A story's house is not as it should be.
struct StoryStuck: Error {
    let what: String
    init(_ what: String) { self.what = what }
}
