public import Primitives
public import SQL

/// What a service knows about the host's clock: the clock itself, and the clocks that it is compared with.
public struct ClockMeasurement: Sendable {
    /// A slower answer of the database server says too little about its clock.
    private static let slowestAnswer = Duration.seconds(10)

    public let host: Instant
    /// The latest time that the database knows; nil in one that was never served.
    public let stored: Instant?
    /// The time of the database server; nil on SQLite, and if the server answered too slowly.
    public let server: Instant?

    /// Clocks that were read before.
    init(host: Instant, stored: Instant? = nil, server: Instant? = nil) {
        (self.host, self.stored, self.server) = (host, stored, server)
    }

    /// Reads the clocks.
    ///
    /// - Parameter stored: nil leaves the database's latest time out, for a database that has just been restored.
    public init(of wall: WallClock, _ database: any ServiceDatabase, stored: StoredTime?) async throws {
        if let stored {
            self.stored = try await database.database.read { try stored.latestKnown(in: $0) }
        } else {
            self.stored = nil
        }
        let before = wall.now, server = try await database.serverTime(), after = wall.now
        // The server read its clock at some moment between the two readings of the host's.
        host = before + .milliseconds((after - before).ms / 2)
        self.server = after.isWithin(Self.slowestAnswer, of: before) ? server : nil
    }

    /// The difference from the database server's clock; positive if the host's is ahead.
    public var difference: Duration? { server.map { host - $0 } }

    /// Judges the clock as a start of the service does; nil if it is believed.
    ///
    /// - Parameter accepted: the difference from the server that the administrator has accepted.
    public func problem(maxDowntime: Duration, accepted: Duration = .zero) -> ClockProblem? {
        .atStart(host: host, stored: stored, server: server.map { $0 + accepted }, maxDowntime: maxDowntime)
    }
}

extension ServiceDatabase {
    /// Refuses a command that would write the host's time into the database although `serve` would not believe it.
    ///
    /// - Parameter stored: as for ``ClockMeasurement/init(of:_:stored:)``.
    /// - Throws: `SettingsFault`, one line that says what to do.
    public func requireBelievedClock(_ common: CommonConfiguration, stored: StoredTime?) async throws {
        let clocks = try await ClockMeasurement(of: .system, self, stored: stored)
        guard let problem = clocks.problem(maxDowntime: common.maxDowntime) else { return }
        throw SettingsFault(
            "\(problem), and this command would write its time: start the service, and \(problem.remedy(common.service))"
        )
    }
}
