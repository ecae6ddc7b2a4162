public import Primitives
import SQL

extension AuthStore {
    /// Stops a prefix for ``SendStop/length`` when too few of the last codes sent to it were used
    /// (``SendStop/leastUsed(isGeneral:)``).
    ///
    /// A code counts once it is used or 60 seconds old, and only if it was sent after the last stop ended. The check and
    /// the stop are two transactions.
    /// - Returns: the stop if this call began it; otherwise nil.
    public func stopAbusedPrefix(_ prefix: String, at now: Instant) async throws -> SendStop? {
        try await stopUnused(prefix, at: now)
    }

    /// Stops all sending in the same way, when too few of the last codes to all numbers were used.
    /// - Returns: the stop if this call began it; otherwise nil.
    public func stopAbusedSending(at now: Instant) async throws -> SendStop? { try await stopUnused("", at: now) }

    private func stopUnused(_ prefix: String, at now: Instant) async throws -> SendStop? {
        let sample = SendStop.sample(isGeneral: prefix.isEmpty)
        let leastUsed = SendStop.leastUsed(isGeneral: prefix.isEmpty)
        let stop = try await database.read { transaction -> SendStop? in
            let last = try PrefixStopTable.stops(of: prefix, in: transaction).first { $0.prefix == prefix }?.until
            if let last, last > now { return nil }
            let recent = try transaction.first(
                ChallengeTable.recentUse(
                    prefix: prefix, since: last ?? Instant(ms: 0), atMost: sample, at: now))
            guard let recent, try recent.int(0) >= sample, try recent.int(1) < leastUsed else { return nil }
            return SendStop(prefix: prefix, until: now + SendStop.length, since: try recent.instant(2))
        }
        guard let stop else { return nil }
        return try await database.write { transaction in
            try transaction.run(PrefixStopTable.insert(stop))
            return transaction.changes == 1 ? stop : nil
        }
    }
}
