import JSONRPC
import Logging
import Primitives
import SQL
import Support

@testable import ServiceHost

/// A database with a stored time, and instances whose clocks can be wrong. The server's clock is always right.
struct ClockFixture {
    static let migrations = [
        StoredTimeline.migration(id: 1), Generations.migration(id: 2),
        StoredTimeline.fileMigration(id: 3),
        Migration(
            id: 4, name: "the latest time",
            statements: [
                "CREATE TABLE latest (id BIGINT PRIMARY KEY, seen BIGINT NOT NULL)",
                "INSERT INTO latest (id, seen) VALUES (1, 0)",
                "CREATE TABLE event (id BIGINT PRIMARY KEY, at BIGINT NOT NULL)",
            ]),
    ]

    let database: any ServiceDatabase
    let hasServer: Bool
    let start: Instant
    private let beginning: SteadyInstant
    let clock: StoppedClock

    init(hasServer: Bool) async throws {
        self.hasServer = hasServer
        clock = StoppedClock()
        (start, beginning) = (clock.now, clock.steady.now)
        let common = try CommonOnly.read(flags: ["data": scratchFolder()])
        let opened = try await common.openDatabase(
            check: common.timelineCheck(log: Logger(label: "test")) { _, _, _ in }, whenChecked: { _ in })
        _ = try await opened.migrate(Self.migrations)
        database = opened
    }

    /// The right time.
    var right: Instant { start + (clock.steady.now - beginning) }

    /// An instance whose host has a clock of its own, which is wrong by `error`.
    func instance(
        _ clock: StoppedClock? = nil, programMade: Instant? = nil,
        reset: @escaping @Sendable (any Database, Instant, Instant) async throws -> [String: Int] = {
            try await TimeColumn.reset([TimeColumn("event", key: "id", "at")], to: $1, from: $2, on: $0)
        }
    ) -> ClockWatch {
        let clock = clock ?? self.clock
        let server = hasServer ? WallClock { right } : nil
        return ClockWatch(
            "auth", clock.wall, clock.steady, host: HostClock(clock.wall, clock.steady),
            database: ServerClockDouble(base: database, server: server),
            times: ServiceTimes(
                stored: StoredTime(table: "latest"), reset: reset,
                notMended: ["codes that have expired stay expired"]),
            maxDowntime: .days(3), programMade: programMade, log: Logger(label: "test"))
    }

    /// Stores a latest time, as an instance did that ran until then.
    func store(_ time: Instant) async throws {
        _ = try await database.database.write {
            try StoredTime(table: "latest").raise(to: time, after: Instant(ms: 0), in: $0)
        }
    }

    var stored: Instant? {
        get async throws { try await database.database.read { try StoredTime(table: "latest").read(in: $0) } }
    }

    func addEvent(_ id: Int, at time: Instant) async throws {
        _ = try await database.database.write {
            try $0.run(Statement("INSERT INTO event (id, at) VALUES ($1, $2)", .int(id), .instant(time)))
        }
    }

    var events: [Instant] {
        get async throws {
            try await database.database.select(Statement("SELECT at FROM event ORDER BY id")).map { try $0.instant(0) }
        }
    }
}

/// A database whose server has a clock of the test's.
struct ServerClockDouble: ServiceDatabase {
    let base: any ServiceDatabase
    let server: WallClock?

    var database: any Database { base.database }
    var gauges: [(name: String, read: @Sendable () -> Int)] { base.gauges }

    func serverTime() async throws -> Instant? { server?.now }
    func backup(
        to target: String, progress: @escaping @Sendable (_ copied: Int, _ total: Int) throws -> Void
    ) async throws -> Int { try await base.backup(to: target, progress: progress) }
    func problem() async -> String? { await base.problem() }
    func truncateLog() async throws { try await base.truncateLog() }
    func migrate(_ migrations: [Migration]) async throws -> [Migration] { try await base.migrate(migrations) }
    func checkTimeline() async throws { try await base.checkTimeline() }
    func monitorTimeline() async { await base.monitorTimeline() }
    func close() async { await base.close() }
}
