import Contracts
import CoreMetrics
import Cryptography
import Domain
import FaultInjection
import JSONRPC
import MetricsTestKit
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
    let clockStanding = ClockStanding()
    let random: RandomSource
    let auditEnd = RecordedAuditEnd()
    let keyFiles: KeyFileDouble
    let indexKey: KeyRing.Key
    let auth: AuthDouble
    let authKey: ServiceKey
    let vaultKey: ServiceKey
    let signer: SigningKey
    let authTokens: AccessTokens
    let keys: KeyRing
    let log = LogRecord()
    let metrics = TestMetrics()

    /// Begins a generation, as another instance does or the service when it starts on a restored database.
    func beginGeneration() async throws {
        _ = try await database.write { [random, now = clock.now] in
            try Generations.begin(random.id(), at: now, in: $0)
        }
    }

    /// - Parameter isFollowing: true makes the vault poll the revocation feed once, which gives it a lease.
    init(
        limits: StoreLimits = StoreLimits(), isFollowing: Bool = true,
        _ configure: (inout VaultSettings) -> Void = { _ in }
    ) async throws {
        let random = SeededRandom(seed: 21).random
        self.random = random
        clock = StoppedClock()
        auth = AuthDouble(epoch: random.id())
        location = try await StoreLocation(VaultSchema.migrations)
        database = InterceptedDatabase(try await location.open())
        let wrapping = Key256.generate(random)
        indexKey = KeyRing.Key("index-1", .generate(random))
        keys = KeyRing(wrapping: [.init("kek-1", wrapping)], index: indexKey)
        keyFiles = KeyFileDouble(["kek-1": wrapping, indexKey.id: indexKey.key])
        signer = .generate(.es256, random: random)
        authTokens = AccessTokens(issuer: "https://auth.test", keys: KeyTable([.init(signer, state: .active)]))
        auth.publish(JWK(signer.verifyingKey))
        authKey = ServiceKey(name: "auth", key: .generate(random))
        vaultKey = ServiceKey(name: "vault", key: .generate(random))
        var settings = VaultSettings()
        configure(&settings)
        store = try await VaultStore.open(database, keys: keys, steady: clock.steady, random: random, limits: limits)
        (vault, router) = try Self.service(
            on: store, database, auth, authKey: authKey, vaultKey: vaultKey, clock, clockStanding,
            random, settings, log, metrics, auditEnd, keyFiles)
        if isFollowing { try await vault.followOnce() }
    }

    /// The same service after a restart, on the same database.
    func restarted(limits: StoreLimits = StoreLimits()) async throws -> VaultFixture {
        try await VaultFixture(self, limits: limits)
    }

    private init(_ before: VaultFixture, limits: StoreLimits) async throws {
        (clock, random, auth, location) = (before.clock, before.random, before.auth, before.location)
        (database, keys, signer, authTokens) = (before.database, before.keys, before.signer, before.authTokens)
        (authKey, vaultKey, keyFiles, indexKey) = (before.authKey, before.vaultKey, before.keyFiles, before.indexKey)
        store = try await VaultStore.open(database, keys: keys, steady: clock.steady, random: random, limits: limits)
        (vault, router) = try Self.service(
            on: store, database, auth, authKey: authKey, vaultKey: vaultKey, clock, clockStanding,
            random, VaultSettings(), log, metrics, auditEnd, keyFiles)
        try await vault.followOnce()
    }

    /// The service and its router on an open store.
    private static func service(
        on store: VaultStore, _ database: InterceptedDatabase, _ auth: AuthDouble, authKey: ServiceKey,
        vaultKey: ServiceKey, _ clock: StoppedClock, _ clockStanding: ClockStanding, _ random: RandomSource,
        _ settings: VaultSettings, _ log: LogRecord, _ metrics: TestMetrics, _ auditEnd: RecordedAuditEnd,
        _ keyFiles: KeyFileDouble
    ) throws -> (Vault, Router) {
        let vault = withMetricsFactory(metrics) {
            Vault(
                store: store, peer: auth.peer,
                tokens: AccessTokens(issuer: "https://auth.test", keys: KeyTable([KeyTable.Entry]())),
                serviceCalls: ServiceCallVerifier(
                    keys: LinkKeys(vaultKey, PeerKeys([("auth", authKey.publicKey)])), sealing: [.generate(random)]),
                clock: clock.wall, steady: clock.steady, random: random, settings: settings,
                log: log.logger,
                truncateWriteAheadLog: { try await database.truncateLog() },
                isClockBelieved: { clockStanding.isBelieved }, recordedHead: auditEnd.recordedHead,
                keyFiles: keyFiles.files, instanceName: "host-1:1",
                createBackup: backupDouble)
        }
        let router = try vault.router(
            observer: CallObserver(
                now: { 0 }, answered: { FaultLedger.note($0.method, fault: $0.fault) },
                failed: { method, _, error in print("\(method) failed inside: \(error)") }))
        return (vault, router)
    }

    /// The value of a counter of the service.
    func counted(_ label: String) -> Int64 { metrics.counterTotal(label: label) }

    /// The last value of a gauge of the service.
    func gauge(_ label: String) throws -> Double? { try metrics.expectGauge(label).lastValue }

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
