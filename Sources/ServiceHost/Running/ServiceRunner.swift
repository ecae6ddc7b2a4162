public import Contracts
import Cryptography
public import JSONRPC
import Logging
public import Primitives
public import RPCServer
public import SQL
import SQLite

/// Runs one service from its configuration to its end. Both services start and stop with it in the same order.
public struct ServiceRunner: Sendable {
    public let configuration: CommonConfiguration
    public let clock: WallClock
    public let steady: SteadyClock
    public let random: RandomSource

    /// Tests the cryptography with known answers and creates the data folder. Clocks and random source are the system's.
    public init(_ configuration: CommonConfiguration) throws {
        try SelfTest.run()
        try configuration.dataFolder.create()
        self.configuration = configuration
        clock = .system
        steady = .system
        random = .system
    }

    /// The resources that a service is built from.
    public struct Resources: Sendable {
        public let process: ServiceProcess
        public let database: any ServiceDatabase
        /// True if the database may miss commits that were acknowledged, and deletions have not been applied again yet.
        public let mayMissCommits: Bool
        /// Takes the number of a generation that the service has seen begin while it runs. Calls are refused until the
        /// deletions that this generation asks for have been applied again.
        public let generationHasBegun: @Sendable (_ number: Int64) -> Void
        /// Copies the database into a new file while the service runs; for the method `backup.create`.
        public let createBackup: @Sendable (BackupCreate.Params, RequestContext) async throws -> BackupCreate.Answer
    }

    /// The parts of a service that the runner serves, runs and closes.
    public struct Parts: Sendable {
        let router: Router
        let endpoints: [PlainEndpoint]
        let maxBodyBytes: Int
        let replayDeletions: @Sendable (Instant) async throws -> Void
        let refusalDuringReplay: Fault
        let run: @Sendable () async -> Void
        let whenClosing: @Sendable () -> Void
        let close: @Sendable () -> Void

        /// - Parameters:
        ///   - endpoints: plain endpoints of the public listener.
        ///   - maxBodyBytes: the longest body on the public listener.
        ///   - replayDeletions: applies again the deletions since a time that the database may have lost; it is repeated
        ///     until it returns. The internal listener answers meanwhile, because the other service may be doing the same.
        ///   - refusalDuringReplay: answers the calls of the public listener until ``replayDeletions`` has returned.
        ///   - run: the service's background work, until its task is cancelled.
        ///   - whenClosing: answers long polls when the listeners begin to close.
        ///   - close: releases what the service opened, after the last request.
        public init(
            router: Router, endpoints: [PlainEndpoint] = [], maxBodyBytes: Int = 64 << 10,
            replayDeletions: @escaping @Sendable (Instant) async throws -> Void, refusalDuringReplay: Fault,
            run: @escaping @Sendable () async -> Void,
            whenClosing: @escaping @Sendable () -> Void = {}, close: @escaping @Sendable () -> Void
        ) {
            self.router = router
            self.endpoints = endpoints
            self.maxBodyBytes = maxBodyBytes
            self.replayDeletions = replayDeletions
            self.refusalDuringReplay = refusalDuringReplay
            self.run = run
            self.whenClosing = whenClosing
            self.close = close
        }
    }

    /// The service's key files. Missing ones are made only in a demonstration.
    public func keyFolder() throws(KeyFault) -> KeyFolder {
        try KeyFolder(configuration.dataFolder.keys, random: random, makesMissing: configuration.isDemo)
    }

    /// Opens and migrates the database, builds the service, and serves until SIGTERM or SIGINT.
    ///
    /// - Parameters:
    ///   - checkKeys: throws if the key files are not the ones that the database was written with; called after the
    ///     migrations and before anything else is written.
    ///   - beginGeneration: changes the database at the beginning of a generation, in the same transaction.
    ///   - build: builds the service on the migrated database.
    public func run(
        migrations: [Migration], checkKeys: (any Database) async throws -> Void,
        beginGeneration: @escaping GenerationChange,
        build: (Resources) async throws -> Parts
    ) async throws {
        let security = try configuration.link.listenerSecurity(now: clock.now)
        let process = ServiceProcess(configuration, random: random, clock: steady)
        let replay = DeletionReplay(log: process.log)
        let database = try await configuration.openDatabase(
            check: configuration.timelineCheck(log: process.log, beginGeneration: beginGeneration),
            whenChecked: { replay.checked($0) })
        try await database.prepare(migrations: migrations, checkKeys: checkKeys)
        for gauge in database.gauges { process.metrics.addPolledMetric(gauge.name, gauge.read) }
        process.readiness.require("database") { await database.problem() }
        process.readiness.require("deletions") { replay.problem }
        let backups = RequestedBackups(of: database, steady: steady, log: process.log)
        if case .sqlite(let path) = configuration.database,
            let advice = KeptDatabases.advice(KeptDatabases(database: try SQLiteDatabase.canonicalPath(path)).paths)
        {
            process.log.notice("\(advice)")
        }
        let parts = try await build(
            Resources(
                process: process, database: database, mayMissCommits: replay.isPending,
                generationHasBegun: { replay.generationHasBegun($0) },
                createBackup: { try await backups.create($0, $1) }))
        try await replay.noteGeneration(of: database.database)
        let listeners = try await open(parts, process, replay, security)
        try await process.serve(
            listeners,
            backgroundTasks: [
                parts.run, { await database.monitorTimeline() },
                { await replay.run(on: database.database, parts.replayDeletions) },
            ],
            whenClosing: {
                backups.close()
                parts.whenClosing()
            })
        parts.close()
        await database.close()
    }

    private func open(
        _ parts: Parts, _ process: ServiceProcess, _ replay: DeletionReplay, _ security: ListenerSecurity
    ) async throws -> [OpenListener] {
        var guarded = parts.router
        guarded.refusal = { _ in replay.isPending ? parts.refusalDuringReplay : nil }
        let forDevices = try await process.listen(
            on: configuration.listen, as: .public, router: guarded, endpoints: parts.endpoints,
            maxBodyBytes: parts.maxBodyBytes)
        let forPeer = try await process.listen(
            on: configuration.link.listen, as: .internal, router: parts.router, security: security)
        let forHealth = try await process.listen(
            on: configuration.operationsListen, as: .administration, router: nil,
            endpoints: HealthEndpoints.all(process.readiness, process.metrics))
        let forAdministrator = try await process.listen(
            on: .unix(path: configuration.dataFolder.socket(configuration.service)), as: .administration,
            router: parts.router)
        process.log.notice(
            """
            latchkey-\(configuration.service) is ready: \(forDevices.address), internal \(forPeer.address), \
            operations \(forHealth.address)
            """)
        return [forDevices, forPeer, forHealth, forAdministrator]
    }
}
