import Primitives
package import SQL

/// What `doctor` finds out about an opened database. It is run by the process that has the database open: the service
/// itself or, while it is stopped, the command.
package struct DatabaseFindings: Sendable {
    /// The difference from the database server's clock that is warned of. A larger one than ``HostClock/tolerance`` is a
    /// fault.
    static let clockWarning = Duration.seconds(2)
    /// The oldest release of PostgreSQL that still receives corrections.
    private static let oldestPostgres: Int64 = 14

    private let database: any Database
    private let problem: @Sendable () async -> String?
    private let migrations: [Migration]
    private let service: String
    private let clocks: @Sendable () async throws -> (ClockMeasurement, ClockProblem?)

    /// - Parameters:
    ///   - problem: returns why the database cannot be used now, or nil.
    ///   - service: the short name of the service, `auth` or `vault`.
    ///   - clocks: reads the clocks, and says why the host's is not believed.
    package init(
        _ database: any Database, problem: @escaping @Sendable () async -> String?, migrations: [Migration],
        service: String, clocks: @escaping @Sendable () async throws -> (ClockMeasurement, ClockProblem?)
    ) {
        self.database = database
        self.problem = problem
        self.migrations = migrations
        self.service = service
        self.clocks = clocks
    }

    package func all() async -> [Finding] {
        if let problem = await problem() { return [Finding(.database, .fault, problem)] }
        do {
            var found = [Finding(.database, .ok, "the database answers")]
            found.append(try await schema())
            // The other checks read tables that a database without its migrations does not have.
            guard found.allSatisfy({ $0.severity == .ok }) else { return found }
            found += database.dialect == .sqlite ? [try await integrity()] : try await server()
            let (clocks, problem) = try await clocks()
            found.append(Self.clockFinding(clocks, problem, service: service))
            return found
        } catch {
            return [Finding(.database, .fault, "\(error)")]
        }
    }

    private func schema() async throws -> Finding {
        do {
            let pending = try await Migrations.check(migrations, on: database)
            guard let first = pending.first else { return Finding(.databaseSchema, .ok, "the schema is up to date") }
            return Finding(
                .databaseSchema, .fault,
                "\(pending.count) migrations are pending, from \(first.id): run the command migrate, or start the service"
            )
        } catch SQLFault.schema(let reason) {
            return Finding(.databaseSchema, .fault, reason)
        }
    }

    private func integrity() async throws -> Finding {
        // SQLite reports damage in rows, and damage that prevents the check itself as an error.
        let report: [String]
        do {
            report = try await database.select(Statement("SELECT quick_check FROM pragma_quick_check(3)")).map {
                try $0.text(0)
            }
        } catch {
            report = ["\(error)"]
        }
        if report == ["ok"] {
            return Finding(.databaseIntegrity, .ok, "the file has no damage that a quick check finds")
        }
        return Self.damage(report.first ?? "no report")
    }

    /// The finding about a damaged file.
    static func damage(_ detail: String) -> Finding {
        Finding(
            .databaseIntegrity, .fault,
            "the file is damaged (\(detail)): stop the service and restore the last backup")
    }

    /// What only a PostgreSQL server has.
    private func server() async throws -> [Finding] {
        let version =
            try await database.select(
                Statement("SELECT current_setting('server_version_num')::bigint")
            ).first?.int(0) ?? 0
        let release = version / 10_000
        var found = [
            release >= Self.oldestPostgres
                ? Finding(.databaseVersion, .ok, "PostgreSQL \(release).\(version % 10_000)")
                : Finding(
                    .databaseVersion, .warning,
                    "PostgreSQL \(release) receives no corrections any more: upgrade to \(Self.oldestPostgres) or later"
                )
        ]
        let isOpen =
            try await database.select(
                Statement(
                    """
                    SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                    WHERE pid = pg_backend_pid() AND NOT ssl AND client_addr IS NOT NULL
                    AND NOT client_addr <<= '127.0.0.0/8' AND client_addr <> '::1'
                    """)
            ).first?.int(0) ?? 0
        found.append(
            isOpen == 0
                ? Finding(.databaseTLS, .ok, "the connection is encrypted, or stays on this host")
                : Finding(
                    .databaseTLS, .warning,
                    "the connection to the database server is not encrypted: use sslmode=verify-full in its address"))
        return found
    }

    /// The finding about the host's clock: the rule by which a start believes it, and two narrower limits.
    static func clockFinding(_ clocks: ClockMeasurement, _ problem: ClockProblem?, service: String) -> Finding {
        if let problem { return Finding(.clock, .fault, "\(problem): \(problem.remedy(service))") }
        if let server = clocks.server, !clocks.host.isWithin(clockWarning, of: server) {
            return Finding(
                .clock, .warning,
                "the host's clock differs from the database server's by \((clocks.host - server).ms) ms: set both by NTP"
            )
        }
        if let stored = clocks.stored, stored > clocks.host + HostClock.tolerance {
            return Finding(
                .clock, .fault,
                """
                the host's clock is \((stored - clocks.host).ms) ms behind the time at which the database was last \
                written: set it by NTP
                """)
        }
        return Finding(.clock, .ok, "the clock agrees with the database")
    }
}
