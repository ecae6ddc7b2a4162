#if Postgres
import Glibc
import Postgres
import PostgresSupport

/// A private PostgreSQL server with the databases of the simulations of this process, and an administrator's connection
/// to it.
///
/// Nothing happens on it by itself, so that the same statements in the same order give the same rows in the same order:
/// no vacuum, no statistics, no parallel plans. It does not wait for a disk (`fsync = off`), because its own crash is not
/// simulated; a commit is durable when it is answered.
final class SimulatedCluster: @unchecked Sendable {  // used by the thread of the simulation only
    /// The one of this process.
    static let shared = Result { try SimulatedCluster() }

    private let server: TestCluster
    private let console: Console
    private var created = 0

    private init() throws {
        server = try TestCluster(
            "autovacuum = off", "jit = off", "max_parallel_workers_per_gather = 0", "deadlock_timeout = 1ms",
            "full_page_writes = off", "checkpoint_timeout = 1d", "max_wal_size = 4GB", "track_activities = off",
            "track_counts = off", "bgwriter_lru_maxpages = 0")
        console = try Console(server.url)
    }

    /// Creates an empty database.
    func createDatabase(for service: ServiceName) throws -> String {
        created += 1
        let name = "\(service)_\(created)"
        try console.run("CREATE DATABASE \(name) TEMPLATE template0")
        return name
    }

    func drop(_ name: String) { _ = try? console.run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)") }

    func url(of name: String) -> String { server.url(of: name) }

    /// An administrator's connection to a database.
    func console(_ name: String) throws -> Console { try Console(url(of: name)) }

    /// True if a process of the server waits for a lock that another one holds or waits for before it.
    func waitsForLock(_ process: Int32) -> Bool {
        (try? console.run("SELECT 1 WHERE cardinality(pg_blocking_pids(\(process))) > 0"))?.isEmpty == false
    }

    private func isConnected(_ process: Int32) -> Bool {
        (try? console.run("SELECT 1 FROM pg_stat_activity WHERE pid = \(process)"))?.isEmpty == false
    }

    /// Cuts connections, and waits until the server has rolled back their transactions.
    func terminate(_ processes: [Int32]) {
        for process in processes { _ = try? console.run("SELECT pg_terminate_backend(\(process))") }
        // The server is asked, because the host may have given the number of an ended process to another one.
        for process in processes { while isConnected(process) { usleep(100) } }
    }
}
#endif
