import Contracts
import Cryptography
import FaultInjection
import JSONRPC
import Logging
import Primitives
import SQL
import ServiceAuth
import StoreSupport
import Support
import Synchronization
import Tokens
import VaultService
import VaultStore

/// The vault service with its router on a real database, with a stopped clock and an auth service that can be made
/// unreachable.
struct VaultFixture {
    let vault: Vault
    let router: Router
    let store: VaultStore
    let location: StoreLocation
    let database: InterceptedDatabase
    let clock: StoppedClock
    let random: RandomSource
    let auth: AuthDouble
    let authKey: ServiceKey
    let vaultKey: ServiceKey
    let signer: SigningKey
    let authTokens: AccessTokens

    /// - Parameter isFollowing: true makes the vault poll the revocation feed once, which gives it a lease.
    init(
        limits: StoreLimits = StoreLimits(), isFollowing: Bool = true,
        _ configure: (inout VaultSettings) -> Void = { _ in }
    ) async throws {
        let clock = StoppedClock(), random = SeededRandom(seed: 21).random
        self.clock = clock
        self.random = random
        auth = AuthDouble(epoch: random.id())
        location = try await StoreLocation(VaultSchema.migrations)
        database = InterceptedDatabase(try await location.open())
        store = try await VaultStore.open(
            database,
            keys: KeyRing(
                wrapping: [.init("kek-1", .generate(random))], index: .init("index-1", .generate(random))),
            steady: clock.steady, random: random, limits: limits)
        signer = .generate(.es256, random: random)
        authTokens = AccessTokens(issuer: "https://auth.test", keys: KeyTable([.init(signer, state: .active)]))
        auth.publish(JWK(signer.verifyingKey))
        authKey = ServiceKey(name: "auth", key: .generate(random))
        vaultKey = ServiceKey(name: "vault", key: .generate(random))
        var settings = VaultSettings()
        configure(&settings)
        let database = database
        vault = Vault(
            store: store, peer: auth.peer,
            tokens: AccessTokens(issuer: "https://auth.test", keys: KeyTable([KeyTable.Entry]())),
            serviceCalls: ServiceCallVerifier(
                key: vaultKey, peers: PeerKeys([("auth", authKey.publicKey)]), sealing: [.generate(random)]),
            clock: clock.wall, steady: clock.steady, random: random, settings: settings,
            log: Logger(label: "vault") { _ in SwiftLogNoOpLogHandler() },
            truncateWriteAheadLog: { try await database.inner.forgetDeleted() })
        router = try vault.router(
            observer: CallObserver(
                now: { 0 }, answered: { FaultLedger.note($0.method, fault: $0.fault) },
                failed: { method, _, error in print("\(method) failed inside: \(error)") }))
        if isFollowing { try await vault.followOnce() }
    }

    func id<T: Identifier>() -> T { random.id() }

    /// A person with a live session, approved for syncing, on a new device.
    func person(_ account: AccountID? = nil) -> VaultPerson {
        let person = VaultPerson(
            account: account ?? random.id(), session: random.id(), device: random.id(), fixture: self)
        auth.setSession(person.session)
        return person
    }

    /// Damages the encrypted body with this rev.
    func damageBody(rev: Int64) async throws {
        try await tamper(
            "UPDATE vault_item SET sealed = $2 WHERE rev = $1", .integer(rev), .bytes(Array(repeating: 0, count: 60)))
    }

    /// Runs a statement on the database without the vault.
    func tamper(_ text: String, _ values: SQLValue...) async throws {
        let statement = Statement(text, values: values)
        _ = try await database.write { try $0.run(statement) }
    }
}
