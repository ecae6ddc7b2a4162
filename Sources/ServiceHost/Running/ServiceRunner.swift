public import Contracts
import Cryptography
public import JSONRPC
import Logging
public import Primitives
public import RPCServer
public import SQL
import SQLite
public import ServiceAuth
import UnixSignals

/// Runs one service from its configuration to its end. Both services start and stop with it in the same order.
public struct ServiceRunner: Sendable {
    public let configuration: CommonConfiguration
    /// The host's clock without its jumps.
    public let clock: WallClock
    public let steady: SteadyClock
    public let random: RandomSource
    let settings: ServiceSettings

    private let wall: WallClock
    private let host: HostClock

    /// Tests the cryptography with known answers and creates the data folder. Clocks and random source are the system's.
    ///
    /// - Parameter settings: reads the settings again at SIGHUP.
    public init(_ configuration: CommonConfiguration, _ settings: ServiceSettings) throws {
        try SelfTest.run()
        try configuration.dataFolder.create()
        self.configuration = configuration
        self.settings = settings
        steady = .system
        wall = .shiftedForTests(.system)
        host = HostClock(wall, steady)
        clock = host.clock
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
        /// False while the host's clock is not believed: the service stores no time of its own and sweeps nothing.
        public let isClockBelieved: @Sendable () -> Bool
        /// Takes an action for every time that a clock is believed which was not believed before.
        public let whenClockBelieved: @Sendable (@escaping @Sendable () -> Void) -> Void
    }

    /// The parts of a service that the runner serves, runs and closes.
    public struct Parts: Sendable {
        let router: Router
        let endpoints: [PlainEndpoint]
        let guardedEndpoints: (@Sendable (@escaping @Sendable (RequestContext) -> Fault?) -> [PlainEndpoint])?
        let operationsEndpoints: @Sendable (@escaping @Sendable (RequestContext) -> Fault?) -> [PlainEndpoint]
        let reportListener: ReportListener?
        let maxBodyBytes: Int
        let keyFileProblems: @Sendable () async throws -> [String]
        let replayDeletions: @Sendable (Instant) async throws -> Void
        let refusalDuringReplay: Fault
        let run: @Sendable () async -> Void
        let whenClosing: @Sendable () -> Void
        let link: PeerLink
        let linkKeys: LinkKeys

        /// - Parameters:
        ///   - endpoints: plain endpoints of the public listener.
        ///   - guardedEndpoints: makes further ones from the function that refuses calls while deletions are applied again.
        ///   - operationsEndpoints: makes the plain endpoints of the operations listener beside those for health and
        ///     metrics. It takes the function that refuses calls while deletions are applied again.
        ///   - reportListener: a further listener; nil for none.
        ///   - maxBodyBytes: the longest body on the public listener.
        ///   - keyFileProblems: compares the key files with the database, and returns what is wrong with them, one line each.
        ///   - replayDeletions: applies again the deletions since a time that the database may have lost; it is repeated
        ///     until it returns. The internal listener answers meanwhile, because the other service may be doing the same.
        ///   - refusalDuringReplay: answers the calls of the public listener until ``replayDeletions`` has returned.
        ///   - run: the service's background work, until its task is cancelled.
        ///   - whenClosing: answers long polls when the listeners begin to close.
        ///   - link: the connections to the other service, which are closed after the last request.
        ///   - linkKeys: the keys with which those connections and the calls of the other service are authenticated.
        public init(
            router: Router, endpoints: [PlainEndpoint] = [],
            guardedEndpoints: (@Sendable (@escaping @Sendable (RequestContext) -> Fault?) -> [PlainEndpoint])? = nil,
            operationsEndpoints:
                @escaping @Sendable (@escaping @Sendable (RequestContext) -> Fault?) -> [PlainEndpoint] = {
                    _ in []
                },
            reportListener: ReportListener? = nil,
            maxBodyBytes: Int = 64 << 10,
            keyFileProblems: @escaping @Sendable () async throws -> [String],
            replayDeletions: @escaping @Sendable (Instant) async throws -> Void, refusalDuringReplay: Fault,
            run: @escaping @Sendable () async -> Void,
            whenClosing: @escaping @Sendable () -> Void = {}, link: PeerLink, linkKeys: LinkKeys
        ) {
            self.router = router
            self.endpoints = endpoints
            self.guardedEndpoints = guardedEndpoints
            self.operationsEndpoints = operationsEndpoints
            self.reportListener = reportListener
            self.maxBodyBytes = maxBodyBytes
            self.keyFileProblems = keyFileProblems
            self.replayDeletions = replayDeletions
            self.refusalDuringReplay = refusalDuringReplay
            self.run = run
            self.whenClosing = whenClosing
            self.link = link
            self.linkKeys = linkKeys
        }
    }

    /// The service's key files. Missing ones are made only in a demonstration.
    public func keyFolder() throws(KeyFault) -> KeyFolder {
        try KeyFolder(configuration.dataFolder.keys, random: random, makesMissing: configuration.isDemo)
    }

    /// Opens and migrates the database, builds the service, and serves until SIGTERM or SIGINT.
    ///
    /// - Parameters:
    ///   - times: the times that the service stores.
    ///   - checkKeys: throws if the key files are not the ones that the database was written with; called after the
    ///     migrations, when the host's clock is believed, and before anything else is written.
    ///   - beginGeneration: changes the database at the beginning of a generation, in the same transaction.
    ///   - build: builds the service on the migrated database.
    public func run(
        migrations: [Migration], times: ServiceTimes, checkKeys: (any Database) async throws -> Void,
        beginGeneration: @escaping GenerationChange,
        build: (Resources) async throws -> Parts
    ) async throws {
        let security = try configuration.link.listenerSecurity(now: clock.now)
        let certificates = LinkCertificates(try configuration.link.certificates(now: clock.now))
        let sockets = try InheritedSockets()
        // From here on SIGHUP does not end the process; a signal that comes earlier is handled once everything runs.
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        let process = ServiceProcess(configuration, random: random, clock: steady)
        let replay = DeletionReplay(log: process.log)
        let database = try await configuration.openDatabase(
            check: configuration.timelineCheck(clock: clock, log: process.log, beginGeneration: beginGeneration),
            whenChecked: { replay.checked($0) })
        let watch = ClockWatch(
            configuration.service, wall, steady, host: host, database: database, times: times,
            maxDowntime: configuration.maxDowntime, programMade: ClockWatch.programMade, log: process.log)
        process.readiness.require("clock") { watch.readinessProblem }
        process.metrics.addPolledMetric("host_clock_believed") { watch.problem == nil ? 1 : 0 }
        do {
            try await database.prepare(migrations: migrations, checkKeys: checkKeys) {
                let isBelieved = try await process.awaitClock(
                    watch, operations: configuration.operationsListen,
                    inherited: try sockets.copy(for: "operations-listen", listeningOn: configuration.operationsListen),
                    administration: administrationSocket)
                if !isBelieved { throw CancellationError() }
            }
        } catch is CancellationError {
            await database.close()
            return
        }
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
                createBackup: { [configuration, clock] in
                    let answer = try await backups.create($0, $1)
                    BackupTime(configuration).write(clock.now)
                    return answer
                }, isClockBelieved: { watch.problem == nil }, whenClockBelieved: { watch.whenBelieved($0) }))
        try await replay.noteGeneration(of: database.database)
        let listeners = try await openListeners(parts, process, replay, security, sockets)
        let reload = reload(parts, process, certificates, listeners.internal.server)
        let administration = try await openAdministration(
            parts, process, watch,
            ServiceFindings(
                database: DatabaseFindings(
                    database.database, problem: { await database.problem() }, migrations: migrations,
                    service: configuration.service, clocks: { (try await watch.measure(), watch.problem) }),
                readiness: process.readiness, keyFileProblems: parts.keyFileProblems,
                requestsWithoutClientAddress: { listeners.public.server.requestsWithoutClientAddress },
                lastReloadFailed: { reload.lastFailed }))
        for metric in reload.metrics + certificates.metrics {
            process.metrics.addPolledMetric(metric.name, metric.read)
        }
        logListening(listeners, process)
        let watchdog = Watchdog(notifier: process.notifier, log: process.log) { [process] in
            try await process.runThroughEventLoops()
            try await database.showProgress()
        }
        try await process.serve(
            listeners.all + [administration],
            backgroundTasks: [
                parts.run, { await database.monitorTimeline() }, { await watch.run() },
                { await replay.run(on: database.database, parts.replayDeletions) },
                {
                    await process.reportReady()
                    await watchdog.run()
                },
                { await reload.run(hangUps) },
                { [clock] in await certificates.run(clock: clock, log: process.log) },
            ],
            whenClosing: {
                backups.close()
                parts.whenClosing()
            })
        parts.link.close()
        await database.close()
    }
}
