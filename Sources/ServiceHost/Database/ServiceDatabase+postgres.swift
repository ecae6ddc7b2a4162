#if Postgres
import Logging
import Postgres
import Primitives
import SQL

extension ServiceDatabase {
    /// A server: a pool for the service, and now and then a connection of its own for what takes long.
    static func postgres(
        _ url: String, _ service: String, _ settings: Settings, _ data: DataFolder, _ log: Logger,
        _ renew: @escaping Renewal
    ) async throws -> Self {
        var chosen = PostgresSettings(url: url)
        chosen.passwordFile = settings.text("database-password-file")
        chosen.poolSize = settings.number("database-pool")
        chosen.prepared = settings.flag("database-prepared")
        chosen.applicationName = "latchkey-\(service)"
        let patient = chosen.patient
        let gate = LineageGate()
        let keeper = LineageKeeper(
            gate: gate, file: LineageFile(path: "\(data.path)/\(service).lineage"), log: log, clock: .system,
            open: { try await Postgres.open(patient) }, renew: renew)
        let database = try await Postgres.open(chosen) { now throws(SQLFault) in try gate.admit(now) }
        return ServiceDatabase(
            database: database,
            complaint: {
                do {
                    _ = try await database.select(Statement("SELECT 1"))
                    return nil
                } catch {
                    return "\(error)"
                }
            },
            forgetDeleted: {},
            migrate: { list in
                let single = try await Postgres.open(patient)
                do {
                    let steps = try await Migrations.run(list, on: single)
                    await single.close()
                    return steps
                } catch {
                    await single.close()
                    throw error
                }
            },
            settle: { try await keeper.settle() },
            gauges: [
                ("postgres_connections_open", { database.statistics.open }),
                ("postgres_connections_busy", { database.statistics.busy }),
                ("postgres_callers_waiting", { database.statistics.waiting }),
            ], follow: Upkeep { await keeper.follow(database) })
    }
}

extension PostgresSettings {
    /// The same server, one connection, and time for statements that touch every row or wait for another instance.
    fileprivate var patient: PostgresSettings {
        var patient = self
        patient.poolSize = 1
        patient.statementTimeout = .seconds(3_600)
        patient.lockTimeout = .seconds(600)
        return patient
    }
}
#endif
