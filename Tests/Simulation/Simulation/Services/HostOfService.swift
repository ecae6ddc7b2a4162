import AuthService
import AuthStore
import Contracts
import Cryptography
import DPoP
import JSONRPC
import Logging
import Primitives
import RPCClient
import SQL
import SQLite
import ServiceAuth
import ServiceHost
import Tokens
import VaultService
import VaultStore

/// The host of one service: its disk and key files last, its process is started, stopped and killed.
final class HostOfService: @unchecked Sendable {  // all of a simulation runs on one thread
    /// A running process.
    struct Process {
        let record: any ServiceDatabase
        let generation: Int
        let background: Task<Void, Never>

        var database: any Database { record.database }
    }

    let service: ServiceName
    let host: Host
    let keys: ServiceKeys
    private let wrongKey: Key256
    /// True while the administrator has put a wrong key file in place.
    var hasWrongKey = false
    /// True until the process has served its present database, which may be empty and would take over any key as its own.
    var isDatabaseNew = true
    /// True while the administrator puts a copy back, so that nothing starts the process.
    var isBeingRestored = false
    private(set) var process: Process?
    private var isStarting = false
    private let world: World

    init(_ service: ServiceName, _ name: String, keys: ServiceKeys, world: World) {
        self.service = service
        self.keys = keys
        self.world = world
        host = Host(name, seed: world.seed, executor: world.executor)
        wrongKey = .generate(world.random)
    }

    /// The name of the host: that of the service if it has one process.
    var name: String { host.name }

    /// True if the database refuses all writes after a fault of its disk, so that only a restart helps.
    var isDamaged: Bool { (process?.database as? SQLiteDatabase)?.permanentFault != nil }

    /// True while the process runs and its disk has not ended it.
    var isRunning: Bool { process.map { $0.generation == host.disk.generation } ?? false }

    /// Starts the process as the program does: opens and prepares the database, builds the service, serves.
    func start() async {
        guard !isRunning, !isStarting, !isBeingRestored else { return }
        isStarting = true
        defer { isStarting = false }
        let generation = host.disk.generation
        let replay = DeletionReplay(log: World.silent)
        do {
            let record = try await world.engine.open(self, timelineCheck(), whenChecked: { replay.checked($0) })
            do {
                try await record.prepare(migrations: migrations, checkKeys: checkKeys)
                let parts = try await build(on: record, replay)
                try await replay.noteGeneration(of: record.database)
                guard generation == host.disk.generation else { throw SQLFault.unavailable("the process died") }
                serve(parts, record, replay, generation)
                await world.oracle.serviceStarted(self)
            } catch {
                await record.database.close()
                throw error
            }
        } catch {
            world.log.count(.serviceRefusedToStart)
            world.log.record("The \(name) service does not start: \(error)")
        }
    }

    private func serve(
        _ parts: Parts, _ record: any ServiceDatabase, _ replay: DeletionReplay, _ generation: Int
    ) {
        var guarded = parts.router
        guarded.refusal = { _ in replay.isPending ? Fault(.unavailable, retryAfterMs: 1000) : nil }
        let background = world.executor.start {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await parts.run() }
                group.addTask { await record.monitorTimeline() }
                group.addTask { await replay.run(on: record.database, parts.replayDeletions) }
            }
        }
        process = Process(record: record, generation: generation, background: background)
        isDatabaseNew = false
        host.commits += 1
        world.network.running[service, default: [:]][name] = RunningService(forDevices: guarded, router: parts.router) {
            [host] in
            host.disk.generation == generation
        }
        world.log.count(.serviceStarted)
    }

    /// Stops the process in an orderly way.
    func stop() async {
        guard let process, isRunning else {
            reap()
            return
        }
        world.network.running[service]?[name] = nil
        process.background.cancel()
        await process.background.value
        if service == .vault { world.oracle.forgetUnwrittenPresences() }
        await process.record.close()
        host.disk.kill(powerLoss: false)
        self.process = nil
    }

    /// Ends the process. What it had not committed is gone.
    func die(powerLoss: Bool) {
        host.disk.kill(powerLoss: powerLoss)
        world.engine.processDied(on: self)
    }

    func kill(powerLoss: Bool) {
        die(powerLoss: powerLoss)
        reap()
    }

    /// Ends what is left of a process whose disk has ended it. Returns true if there was one.
    @discardableResult
    func reap() -> Bool {
        guard let process, process.generation != host.disk.generation else { return false }
        self.process = nil
        world.network.running[service]?[name] = nil
        if service == .vault { world.oracle.forgetUnwrittenPresences() }
        process.background.cancel()
        world.executor.start { await process.database.close() }
        world.log.count(.processDied)
        return true
    }

    /// The parts of a service that its start builds.
    private struct Parts {
        let router: Router
        let replayDeletions: @Sendable (Instant) async throws -> Void
        let run: @Sendable () async -> Void
    }

    var migrations: [Migration] { service == .auth ? AuthStore.migrations : VaultStore.migrations }

    /// The check of the database, with the file of this host. A generation begins as the program begins it.
    func timelineCheck() -> TimelineCheck {
        let (world, random, service) = (world, world.random, service)
        return TimelineCheck(
            file: TimelineFile(path: "\(world.folder)/\(name).lineage"), clock: host.wall, random: random,
            log: World.silent
        ) { transaction, now, reason in
            world.log.count(.epochBegun)
            if service == .auth {
                try AuthStore.restartFeed(random.id(), at: now, in: transaction)
                if reason.meansOlderCopy { try VoidedByRestore.recordOlderCopy(at: now, in: transaction) }
            }
        }
    }

    /// Throws if the key files are not those of the database.
    func checkKeys(_ database: any Database) async throws {
        switch service {
        case .auth: try await AuthKeyCheck(keys: authKeys).run(on: AuthStore(database))
        case .vault:
            _ = try await VaultStore.open(
                database, keys: ring, steady: host.steady, random: world.random, retention: .simulated)
        }
    }

    private var authKeys: AuthKeys {
        let right = keys.authKeys
        guard hasWrongKey else { return right }
        return AuthKeys(index: right.index, seal: wrongKey, hash: right.hash, nonces: right.nonces, audit: right.audit)
    }

    private var ring: KeyRing {
        KeyRing(
            wrapping: keys.wrapping.keys.map { hasWrongKey ? .init($0.id, wrongKey) : $0 },
            index: .init("index", keys.index))
    }

    private func build(on record: any ServiceDatabase, _ replay: DeletionReplay) async throws -> Parts {
        switch service {
        case .auth: try await buildAuth(on: record.database, mayMissCommits: replay.isPending)
        case .vault: try await buildVault(on: record, replay)
        }
    }

    private func buildAuth(on database: any Database, mayMissCommits: Bool) async throws -> Parts {
        guard let address = PublicURL(ServiceKeys.authURL) else { throw SQLFault.unavailable("the address") }
        var settings = AuthSettings(issuer: ServiceKeys.issuer, publicURLs: [address])
        let many = [SendLimits.Rate(100_000, per: .hours(1))]
        settings.sendLimits = SendLimits(
            perNumber: many, perNumberAndGroup: many, perNumberAndKey: many, perNumberAndKeyToRemove: many,
            perAddress: many, perBlock: many, perBlockAndGroup: many)
        settings.codeLimits = CodeLimits(perChallenge: 50, inARow: 10_000)
        let random = world.random
        let auth = Auth(
            store: AuthStore(database), keys: authKeys,
            tokens: AccessTokens(issuer: settings.issuer, keys: keys.signing),
            serviceCalls: ServiceCallVerifier(keys: LinkKeys(keys.auth, keys.peers), sealing: [keys.authHandles]),
            clock: host.wall, steady: host.steady, random: random, settings: settings, log: World.silent,
            deletionFile: DeletionFile(path: "\(world.folder)/deletions"))
        try await auth.prepare()
        try await auth.reconcileDeletionFile(mayMissCommits: mayMissCommits)
        let toVault = PeerConnection(
            over: Link(network: world.network, host: "auth", service: .vault, listener: .internal),
            keys: LinkKeys(keys.auth, keys.peers), to: "vault", calling: [PurgeList.self, VaultPurge.self],
            clock: host.wall,
            steady: host.steady, random: random
        )
        let (world, gateway) = (world, world.inbox.gateway)
        let purger = VaultPurger { account, request in
            do {
                _ = try await toVault.call(VaultPurge.self, .init(accountId: account, requestId: request))
                world.log.count(.purgeAcknowledged)
                return .accepted
            } catch {
                return .failedTemporarily
            }
        }
        return Parts(
            router: try auth.router(),
            replayDeletions: { since in
                try await auth.replayDeletions(since: since) { try await toVault.call(PurgeList.self, $0) }
            }, run: { await auth.run(gateway: gateway, purger: purger) })
    }

    private func buildVault(on record: any ServiceDatabase, _ replay: DeletionReplay) async throws -> Parts {
        let random = world.random
        let store = try await VaultStore.open(
            record.database, keys: ring, steady: host.steady, random: random, retention: .simulated)
        var settings = VaultSettings()
        settings.sweepInterval = .minutes(10)
        store.onNewGeneration { replay.generationHasBegun($0) }
        let toAuth = PeerConnection(
            over: Link(network: world.network, host: "vault", service: .auth, listener: .internal),
            keys: LinkKeys(keys.vault, keys.peers), to: "auth",
            calling: [TokenIntrospect.self, KeysCurrent.self, RevocationPoll.self, DeletionList.self],
            clock: host.wall,
            steady: host.steady, random: random)
        let vault = Vault(
            store: store,
            peer: AuthPeer(
                introspect: { try await toAuth.call(TokenIntrospect.self, $0) },
                poll: { try await toAuth.call(RevocationPoll.self, $0) },
                deletions: { try await toAuth.call(DeletionList.self, $0) },
                keys: { try JWKS(try await toAuth.call(KeysCurrent.self, Nothing())) }),
            tokens: AccessTokens(issuer: ServiceKeys.issuer, keys: KeyTable([])),
            serviceCalls: ServiceCallVerifier(keys: LinkKeys(keys.vault, keys.peers), sealing: [keys.vaultHandles]),
            clock: host.wall, steady: host.steady, random: random, settings: settings, log: World.silent,
            truncateWriteAheadLog: { try await record.truncateLog() },
            keyFiles: WrappingKeyFiles(keys.wrapping, index: keys.index) { [self] in hasWrongKey ? wrongKey : nil },
            instanceName: name)
        try await vault.useKeys()
        return Parts(
            router: try vault.router(),
            replayDeletions: { since in
                try await vault.replayDeletions(since: since) { try await toAuth.call(DeletionList.self, $0) }
            }, run: { await vault.run() })
    }
}
