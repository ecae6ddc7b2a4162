public import Primitives
import SQL

/// The result of one pass of the sweeper.
public struct SweepResult: Sendable, Hashable {
    /// The accounts that have changed, because something in the trash became a tombstone. Their waiting pulls must be woken.
    public var changed: [AccountID] = []
    /// The accounts with a row that cannot be read, each with a description of the damage. They were skipped, and the next
    /// pass tries them again.
    public var damaged: [AccountID: String] = [:]

    public init() {}
}

extension VaultStore {
    /// The least time, as ``SweepTime`` measures it, between the pass that first sees an account due and the one that
    /// sweeps it.
    private static let sweepInterval = Duration.hours(24)

    /// The number of sightings that are written or removed in one transaction.
    private static let sightingsPerChunk = 500

    /// Ends the trash after 30 days, and erases tombstones and logged operations after 180 days if every active device has
    /// read them. One pass.
    ///
    /// Something is erased only if it was due at this pass and at every one since a pass at least 24 hours ago, where only
    /// time counts in which sweepers were running (``SweepTime``). A wall clock that is wrong for less than a day
    /// therefore destroys nothing. The first of these passes is stored (``Sighting``), so a restart changes nothing.
    ///
    public func sweep(at now: Instant) async throws -> SweepResult {
        let elapsed = try await sweepTime.advance(on: database)
        let others = try await database.select(SweepTable.selectNoLongerDue(now)).map {
            try $0.identifier(0) as AccountID
        }
        try await inChunks(others.map(SweepTable.delete))
        var due: [(account: AccountID, sighting: Sighting)] = [], new: [Statement] = []
        for row in try await database.select(SweepTable.selectDue(now)) {
            let account: AccountID = try row.identifier(0)
            if let sighting = try SweepTable.sighting(row) {
                if elapsed - sighting.elapsed >= Self.sweepInterval { due.append((account, sighting)) }
            } else {
                new.append(
                    SweepTable.insert(Sighting(elapsed: elapsed, time: now, seq: try row.int(1)), of: account))
            }
        }
        try await inChunks(new)
        var result = SweepResult()
        for (account, sighting) in due {
            let sweep = AccountSweep(
                store: self, account: account, cutoff: min(now, sighting.time), lastSeq: sighting.seq)
            do {
                if try await sweep.run() { result.changed.append(account) }
            } catch SQLFault.damagedRow(let text) {
                result.damaged[account] = text
                continue
            }
            try await inChunks([SweepTable.delete(account)])
        }
        return result
    }

    private func inChunks(_ statements: [Statement]) async throws {
        for start in stride(from: 0, to: statements.count, by: Self.sightingsPerChunk) {
            let chunk = Array(statements[start..<min(start + Self.sightingsPerChunk, statements.count)])
            _ = try await database.write { try $0.batch(chunk) }
        }
    }
}
