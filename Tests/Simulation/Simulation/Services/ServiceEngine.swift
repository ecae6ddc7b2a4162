import Primitives
import SQL
import ServiceHost

/// The engines on which the services can be simulated.
public enum EngineName: String, Sendable, CaseIterable {
    case sqlite, postgres

    /// Makes the engine of one simulation.
    func start(in world: World) -> any ServiceEngine {
        switch self {
        case .sqlite: SQLiteEngine(world)
        case .postgres:
            #if Postgres
            PostgresEngine(world)
            #else
            preconditionFailure("the simulator was built without PostgreSQL")
            #endif
        }
    }

    /// The kinds of acts and faults that do not exist on this engine.
    var missing: Set<Event> {
        switch self {
        case .sqlite: [.connectionCut]
        // The server's disk is not simulated; the devices have the only simulated disks.
        case .postgres: [.ioError]
        }
    }
}

/// The database engine beneath the services of one simulation.
protocol ServiceEngine: AnyObject, Sendable {
    /// The number of processes of each service that run at the same time.
    var instances: Int { get }
    /// True if the services have their databases on simulated disks.
    var hasDisks: Bool { get }

    /// Opens the database of a service's process.
    func open(
        _ process: HostOfService, _ check: TimelineCheck,
        whenChecked: @escaping @Sendable (TimelineCheck.Outcome) -> Void
    ) async throws -> any ServiceDatabase

    /// Cuts what a process that has been killed had open.
    func processDied(on host: HostOfService)

    /// Lets a process die at its nth commit from now.
    func die(_ process: HostOfService, atCommit number: Int, after: Bool)

    /// Lets a process lose its connection at its nth commit from now, so that it does not learn the outcome.
    func cutConnection(of process: HostOfService, atCommit number: Int, after: Bool)

    /// Takes back the faults that were prepared for later commits.
    func forgetCommitFaults()

    /// Copies the database of a service while it is used. Returns the end of the sentence about it, or nil if there is
    /// no copy.
    func copy(_ service: ServiceName, _ generator: inout SeededGenerator) async -> String?

    /// Chooses one of the copies of a service; nil if there is none.
    func pickCopy(of service: ServiceName, _ generator: inout SeededGenerator) -> Int?

    /// Puts a copy in the place of the database of a service, of which no process runs.
    func restore(_ copy: Int, of service: ServiceName) async

    /// The tables of a service, for the oracle; nil if they cannot be read now.
    func tables(of service: ServiceName) -> (any Database)?

    /// Removes what lies outside this process.
    func end()
}
