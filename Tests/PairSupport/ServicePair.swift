import AuthService
import AuthStore
import Contracts
import Cryptography
import DPoP
import Domain
import FaultInjection
package import JSONRPC
import Logging
package import Primitives
import RPCClient
package import SQL
import ServiceAuth
import StoreSupport
package import Support
import Tokens
import VaultService
package import VaultStore

/// Both services in one process, with real stores, routers and authenticated calls between them, and a stopped clock.
///
/// The text messages go to an inbox. The background work of both services (feed, outbox) runs only in `settle`.
package struct ServicePair {
    package static let authURL = "https://auth.test/rpc"

    package let clock = StoppedClock()
    package let random = SeededRandom(seed: RandomWalk().seed).random
    package let folder = scratchFolder()
    package let authRouter: Router
    package let vaultRouter: Router
    package let vaultDatabase: any Database
    package let inbox = MessageInbox()
    private let auth: Auth
    private let authStore: AuthStore
    private let vault: Vault
    private let purger: VaultPurger

    /// - Parameter limits: the limits of the vault.
    package init(limits: StoreLimits = StoreLimits()) async throws {
        let silent = Logger(label: "story") { _ in SwiftLogNoOpLogHandler() }
        let authKey = ServiceKey(name: "auth", key: .generate(random))
        let vaultKey = ServiceKey(name: "vault", key: .generate(random))
        let peers = PeerKeys([("auth", authKey.publicKey), ("vault", vaultKey.publicKey)])
        let signing = KeyTable([.init(.p256(P256.PrivateKey.generate(random)), state: .active)])

        let authDatabase = try await StoreLocation(AuthStore.migrations).open()
        guard let address = PublicURL(Self.authURL) else { throw PairError("the address") }
        var settings = AuthSettings(issuer: "https://auth.test", publicURLs: [address])
        settings.isDemo = true
        settings.sendLimits.setSendsPerAddress(1_000)
        authStore = AuthStore(authDatabase)
        auth = Auth(
            store: authStore,
            keys: AuthKeys(
                index: .generate(random), seal: .generate(random), hash: .generate(random), nonces: [.generate(random)],
                audit: .generate(random)),
            tokens: AccessTokens(issuer: settings.issuer, keys: signing),
            serviceCalls: ServiceCallVerifier(keys: LinkKeys(authKey, peers), sealing: [.generate(random)]),
            clock: clock.wall,
            steady: clock.steady, random: random,
            settings: settings, log: silent)
        try await auth.prepare()
        authRouter = try auth.router(observer: Self.observer)

        vaultDatabase = try await StoreLocation(VaultSchema.migrations).open()
        let ring = KeyRing(wrapping: [.init("kek-1", .generate(random))], index: .init("index-1", .generate(random)))
        let toAuth = PeerConnection(
            over: InProcessConnection(to: authRouter, at: .internal), keys: LinkKeys(vaultKey, peers), to: "auth",
            clock: clock.wall, steady: clock.steady, random: random)
        let wait = 0
        vault = Vault(
            store: try await VaultStore.open(
                vaultDatabase, keys: ring, steady: clock.steady, random: random, limits: limits),
            peer: AuthPeer(
                introspect: { try await toAuth.call(TokenIntrospect.self, $0) },
                poll: { asked in
                    var asked = asked
                    asked.waitMs = wait
                    return try await toAuth.call(RevocationPoll.self, asked)
                }, deletions: { try await toAuth.call(DeletionList.self, $0) },
                keys: { try JWKS(try await toAuth.call(KeysCurrent.self, Nothing())) }),
            tokens: AccessTokens(issuer: settings.issuer, keys: KeyTable([])),
            serviceCalls: ServiceCallVerifier(keys: LinkKeys(vaultKey, peers), sealing: [.generate(random)]),
            clock: clock.wall,
            steady: clock.steady, random: random, log: silent)
        vaultRouter = try vault.router(observer: Self.observer)
        let toVault = PeerConnection(
            over: InProcessConnection(to: vaultRouter, at: .internal), keys: LinkKeys(authKey, peers), to: "vault",
            clock: clock.wall, steady: clock.steady, random: random)
        purger = VaultPurger { account, request in
            let purged = try? await toVault.call(VaultPurge.self, .init(accountId: account, requestId: request))
            return purged == nil ? .failedTemporarily : .accepted
        }
        try await settle()
    }

    /// Does once what the services do repeatedly: assigns sequence numbers to revocation events, applies the events in
    /// the vault, and sends what is in the outbox.
    package func settle() async throws {
        try await auth.numberRevocationEvents()
        try await vault.followOnce()
        try await auth.sendDue(gateway: inbox.gateway, purger: purger)
    }

    /// Changes the hours for which devices of the group `demo` may keep the unlock share.
    package func setOfflineUnlockHours(_ hours: Int64) async throws {
        guard let group = GroupID(rawValue: "demo") else { throw PairError("the group") }
        _ = try await authStore.changeGroup(group, by: .init(offlineUnlockHours: hours), reason: nil, at: clock.now)
    }

    /// Moves the clock forward for both services.
    package func advance(by duration: Duration) async throws {
        clock.advance(by: duration)
        try await settle()
    }

    /// Ends the sessions of an account as the administrator does.
    package func endSessions(of account: AccountID) async throws {
        _ = try await authStore.endSessions(of: account, reason: nil, at: clock.now)
        try await settle()
    }

    /// Deletes what has expired at auth, as the service does in the background.
    package func sweep() async throws { try await authStore.sweep(at: clock.now) }

    private static let observer = CallObserver(
        now: { 0 }, answered: { FaultLedger.note($0.method, fault: $0.fault) },
        failed: { method, _, error in print("\(method) failed inside: \(error)") })
}

/// The error of a service pair that cannot be set up, or cannot do what a test needs.
package struct PairError: Error {
    package let reason: String
    package init(_ reason: String) { self.reason = reason }
}
