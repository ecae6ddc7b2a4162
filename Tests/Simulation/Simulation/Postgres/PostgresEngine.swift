#if Postgres
import Postgres
import Primitives
import SQL
import ServiceHost

/// PostgreSQL: two processes of each service on one real server, whose data outlive every process.
final class PostgresEngine: ServiceEngine, @unchecked Sendable {  // all of a simulation runs on one thread
    let cluster: SimulatedCluster
    let turns: Turns
    private unowned let world: World
    private let databases: [ServiceName: String]
    private let copies: [ServiceName: TableCopies]
    private let oracle: [ServiceName: DirectDatabase]
    private let memories: [ServiceName: StatementMemory] = [.auth: .init(), .vault: .init()]
    /// The pools of the processes that are starting or run, by the names of their hosts.
    private var pools: [String: [SimulatedPostgres]] = [:]

    init(_ world: World) {
        self.world = world
        do {
            cluster = try SimulatedCluster.shared.get()
            var databases: [ServiceName: String] = [:], copies: [ServiceName: TableCopies] = [:]
            for service in ServiceName.allCases {
                let name = try cluster.createDatabase(for: service)
                databases[service] = name
                copies[service] = TableCopies(try cluster.console(name))
            }
            (self.databases, self.copies) = (databases, copies)
        } catch {
            preconditionFailure("no PostgreSQL server for the simulation: \(error)")
        }
        oracle = databases.mapValues { [cluster] in DirectDatabase(PostgresSettings(url: cluster.url(of: $0))) }
        turns = Turns(world.executor, cluster, SeededGenerator(world.seed, "turns of transactions"))
    }

    var instances: Int { 2 }
    var hasDisks: Bool { false }

    func open(
        _ process: HostOfService, _ check: TimelineCheck,
        whenChecked: @escaping @Sendable (TimelineCheck.Outcome) -> Void
    ) async throws -> any ServiceDatabase {
        let guarding = TimelineGuard()
        let pool = pool(of: process, size: 4) { now throws(SQLFault) in try guarding.admit(now) }
        let monitor = TimelineMonitor(
            guarding: guarding, timelineCheck: check, steady: process.host.steady,
            open: { [self] in self.pool(of: process, size: 1) }, whenChecked: whenChecked)
        return SimulatedPostgresService(pool: pool, monitor: monitor)
    }

    private func pool(
        of process: HostOfService, size: Int,
        onConnect: @escaping @Sendable (TimelinePosition) throws(SQLFault) -> Void = { _ in }
    ) -> SimulatedPostgres {
        var settings = PostgresSettings(url: cluster.url(of: databases[process.service] ?? ""))
        settings.poolSize = size
        // A thread may have to wait for its turn for any real time.
        (settings.statementTimeout, settings.lockTimeout) = (.seconds(3_600), .seconds(3_600))
        settings.idleTimeout = .seconds(3_600)
        let pool = SimulatedPostgres(
            settings, self, world, memory: memories[process.service] ?? .init(), onConnect: onConnect,
            die: { process.die(powerLoss: false) },
            committed: { process.host.commits += 1 })
        pools[process.name, default: []].append(pool)
        return pool
    }

    func closed(_ pool: SimulatedPostgres) {
        for name in pools.keys { pools[name]?.removeAll { $0 === pool } }
    }

    func processDied(on host: HostOfService) {
        for pool in pools.removeValue(forKey: host.name) ?? [] { pool.kill() }
    }

    func die(_ process: HostOfService, atCommit number: Int, after: Bool) {
        pools[process.name]?.first?.fail(atCommit: number, after ? .diesAfter : .diesBefore)
    }

    func cutConnection(of process: HostOfService, atCommit number: Int, after: Bool) {
        pools[process.name]?.first?.fail(atCommit: number, after ? .isCutAfter : .isCutBefore)
    }

    func forgetCommitFaults() { for pool in pools.values.joined() { pool.forgetFault() } }

    func copy(_ service: ServiceName, _ generator: inout SeededGenerator) async -> String? {
        try? copies[service]?.add()
        return ""
    }

    func pickCopy(of service: ServiceName, _ generator: inout SeededGenerator) -> Int? {
        generator.pick(copies[service]?.numbers ?? [])
    }

    /// Puts the rows back, and does what the command `restore` does afterwards.
    func restore(_ copy: Int, of service: ServiceName) async {
        let process = world.instances(of: service)[0]
        do {
            try copies[service]?.restore(copy)
            memories[service]?.forget()
            let opened = try await open(process, process.timelineCheck(), whenChecked: { _ in })
            let completion = RestoreCompletion(migrations: process.migrations, now: process.host.wall.now) {
                try await process.checkKeys($0)
            }
            _ = try await completion.run(on: opened)
            await opened.close()
        } catch {
            world.oracle.fail(.notQuiet, "a copy of the \(service) database cannot be restored: \(error)")
        }
    }

    func tables(of service: ServiceName) -> (any Database)? { oracle[service] }

    func end() {
        for pool in pools.values.joined() { pool.kill() }
        for name in databases.values { cluster.drop(name) }
    }
}
#endif
