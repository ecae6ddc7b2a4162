package import Primitives
package import SQL

/// What `doctor` finds out about an opened database. It is run by the process that has the database open: the service
/// itself or, while it is stopped, the command.
package struct DatabaseFindings: Sendable {
    /// The difference between two clocks at which devices and the other service may be refused.
    static let clockWarning = Duration.seconds(2)
    static let clockFault = ClockSkew.allowed
    /// The oldest release of PostgreSQL that still receives corrections.
    private static let oldestPostgres: Int64 = 14

    private let database: any Database
    private let problem: @Sendable () async -> String?
    private let migrations: [Migration]
    private let clock: WallClock

    /// - Parameter problem: returns why the database cannot be used now, or nil.
    package init(
        _ database: any Database, problem: @escaping @Sendable () async -> String?, migrations: [Migration],
        clock: WallClock
    ) {
        self.database = database
        self.problem = problem
        self.migrations = migrations
        self.clock = clock
    }

    package func all() async -> [Finding] {
        if let problem = await problem() { return [Finding(.database, .fault, problem)] }
        do {
            var found = [Finding(.database, .ok, "the database answers")]
            found.append(try await schema())
            // The other checks read tables that a database without its migrations does not have.
            guard found.allSatisfy({ $0.severity == .ok }) else { return found }
            found += database.dialect == .sqlite ? [try await integrity()] : try await server()
            found.append(try await clockFinding())
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

    /// Compares the host's clock with the server's and with the time that the database was last written.
    private func clockFinding() async throws -> Finding {
        if database.dialect == .postgres {
            let theirs = try await database.select(
                Statement("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            ).first?.instant(0)
            if let theirs { return Self.clockFinding(host: clock.now, server: theirs) }
        }
        return Self.clockFinding(host: clock.now, saved: try await StoredTimeline.read(on: database)?.savedAt)
    }

    /// The finding about a host's clock beside that of the database server.
    static func clockFinding(host: Instant, server: Instant) -> Finding {
        let difference = host < server ? server - host : host - server
        guard difference > clockWarning else {
            return Finding(.clock, .ok, "the clock agrees with the database server's")
        }
        return Finding(
            .clock, difference > clockFault ? .fault : .warning,
            "the host's clock differs from the database server's by \(difference.ms) ms: set both by NTP")
    }

    /// The finding about a host's clock and the last time that was stored.
    static func clockFinding(host: Instant, saved: Instant?) -> Finding {
        guard let saved, saved > host + clockFault else {
            return Finding(.clock, .ok, "the clock is not behind the stored time")
        }
        return Finding(
            .clock, .fault,
            "the host's clock is \((saved - host).ms) ms behind the time at which the database was last written: set it by NTP"
        )
    }
}
