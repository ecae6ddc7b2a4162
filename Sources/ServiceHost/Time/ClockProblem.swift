public import Primitives

/// The reason why the host's clock is not believed.
public enum ClockProblem: Sendable, Hashable {
    /// At the start the host's clock was ahead of the store's latest time by more than the longest downtime.
    case aheadOfStore(Duration)
    /// At the start the host's clock was behind the store's latest time by more than the longest downtime.
    case behindStore(Duration)
    /// The host's clock differs from the database server's by this; positive if the host's is ahead.
    case awayFromServer(Duration)
    /// The host's clock has jumped by this while the service was running; positive if it has jumped ahead.
    case jumped(Duration)

    /// Judges a host's clock by what a start knows: the rule of `serve`, of commands that open the database themselves,
    /// and of checks by the administrator. Returns nil if the clock is believed.
    ///
    /// - Parameters:
    ///   - stored: the latest time that the store knows; nil in a database that was never served, where every clock is
    ///     believed.
    ///   - server: the time of the database server; nil on SQLite.
    ///   - maxDowntime: the longest time for which the service may have been stopped.
    public static func atStart(
        host: Instant, stored: Instant?, server: Instant?, maxDowntime: Duration
    ) -> ClockProblem? {
        if let server, !host.isWithin(HostClock.tolerance, of: server) { return .awayFromServer(host - server) }
        guard let stored, !host.isWithin(maxDowntime, of: stored) else { return nil }
        return host > stored ? .aheadOfStore(host - stored) : .behindStore(stored - host)
    }

    /// True if the service must not serve requests. After a jump it does: it uses the steady clock.
    var refusesService: Bool {
        switch self {
        case .aheadOfStore, .behindStore, .awayFromServer: true
        case .jumped: false
        }
    }
}

extension ClockProblem: CustomStringConvertible {
    /// What is wrong, in one line.
    public var description: String {
        switch self {
        case .aheadOfStore(let ahead):
            "the host's clock is \(Self.text(ahead)) ahead of the latest time in the database"
        case .behindStore(let behind): "the host's clock is \(Self.text(behind)) behind the latest time in the database"
        case .awayFromServer(let difference):
            "the host's clock is \(Self.text(difference)) \(Self.side(difference)) the database server's"
        case .jumped(let jump): "the host's clock has jumped \(Self.text(jump)) \(jump > .zero ? "ahead" : "back")"
        }
    }

    /// What the administrator has to do, as a clause.
    func remedy(_ service: String) -> String {
        let command = "latchkey-\(service) time"
        return switch self {
        case .behindStore:
            "set the host's clock right; if it is right, the time in the database is wrong: run '\(command) reset'"
        case .aheadOfStore, .awayFromServer, .jumped:
            "set the host's clock right; if it is right, run '\(command) accept'"
        }
    }

    private static func side(_ difference: Duration) -> String { difference > .zero ? "ahead of" : "behind" }

    /// The size of a difference, in the largest unit of which it has two or more.
    static func text(_ duration: Duration) -> String {
        let seconds = Int64(duration.ms.magnitude / 1_000)
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7_200: "\(seconds / 60) minutes"
        case ..<172_800: "\(seconds / 3_600) hours"
        case _: "\(seconds / 86_400) days"
        }
    }
}
