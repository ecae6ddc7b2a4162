#if Postgres
import Postgres
import Primitives
import SQL
import ServiceHost

/// The database of a service process on PostgreSQL with what its program does beside requests. The monitor of the
/// timeline is the product's.
struct SimulatedPostgresService: ServiceDatabase {
    let pool: SimulatedPostgres
    let monitor: TimelineMonitor

    var database: any Database { pool }
    var gauges: [(name: String, read: @Sendable () -> Int)] { [] }

    func problem() async -> String? { nil }
    func truncateLog() async throws {}
    func migrate(_ migrations: [Migration]) async throws -> [Migration] {
        try await Migrations.run(migrations, on: pool)
    }
    func checkTimeline() async throws { try await monitor.checkAtStart() }
    func monitorTimeline() async { await monitor.run(on: pool) }
    func close() async { await pool.close() }

    func backup(
        to target: String, progress: @escaping @Sendable (_ copied: Int, _ total: Int) throws -> Void
    ) async throws -> Int { throw SQLFault.unavailable("the administrator copies the tables") }
}
#endif
