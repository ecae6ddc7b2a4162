public import Primitives
import SQL

extension VaultStore {
    /// The number of sightings that are written or removed in one transaction.
    private static let sightingsPerChunk = 500

    /// Ends the trash after 30 days, erases tombstones and logged operations after 180 days if every active device has
    /// read them, and forgets devices that were not seen for 180 days. One pass.
    ///
    /// A pass erases something only if an earlier pass, at least 24 hours before, found it due, and every pass in
    /// between did too. The 24 hours count only while sweepers are running (``SweepTime``). A wall clock that is wrong
    /// for less than a day, or wrong more than once and right in between, therefore destroys nothing. The earlier pass
    /// is stored as a ``Sighting``, so that a restart does not begin the 24 hours again.
    ///
    /// - Parameters:
    ///   - elapsed: the time of the sweepers in this pass (``beginSweep()``).
    ///   - onChange: called after each commit that turned trash of an account into tombstones, even if the pass fails
    ///     later. The caller must wake the account's waiting pulls.
    /// - Throws: `CancellationError` between two transactions if the task is cancelled. The next pass continues.
    public func sweep(
        at now: Instant, elapsed: Duration, onChange: @Sendable (AccountID) -> Void
    ) async throws -> SweepResult {
        let others = try await database.select(SweepTable.selectNoLongerDue(now)).map {
            try $0.identifier(0) as AccountID
        }
        try await inChunks(others.map(SweepTable.delete))
        var due: [(account: AccountID, sighting: Sighting)] = [], changes: [Statement] = []
        var result = SweepResult()
        for row in try await database.select(SweepTable.selectDue(now)) {
            let account: AccountID = try row.identifier(0)
            if let sighting = try SweepTable.sighting(row) {
                if now < sighting.time { changes.append(SweepTable.lower(to: now, of: account)) }
                if elapsed - sighting.elapsed >= retention.betweenSightings {
                    due.append((account, sighting))
                } else {
                    result.waitingAccounts += 1
                }
            } else {
                result.waitingAccounts += 1
                changes.append(
                    SweepTable.insert(Sighting(elapsed: elapsed, time: now, seq: try row.int(1)), of: account))
            }
        }
        try await inChunks(changes)
        for (account, sighting) in due {
            try Task.checkCancellation()
            let sweep = AccountSweep(
                store: self, account: account, cutoff: min(now, sighting.time), lastSeq: sighting.seq)
            do {
                try await sweep.run {
                    onChange(account)
                } onErased: { kind, count in
                    result.erased[kind, default: 0] += count
                }
            } catch SQLFault.damagedRow(let text) {
                result.damaged[account] = text
                continue
            }
            try await inChunks([SweepTable.delete(account)])
        }
        return result
    }

    /// Begins a pass of the sweeper, and returns the time for which sweepers have been running.
    ///
    /// It is called once in each pass. A second call would add the moment since the first one, and the next pass of
    /// another instance would add nothing.
    public func beginSweep() async throws -> Duration { try await sweepTime.advance(on: database) }

    /// Records the time that the host's clock shows, and returns one that was seen at least 24 hours ago, while sweepers
    /// were running, and is no later than any that was seen since; nil if there is none yet.
    ///
    /// - Parameter elapsed: the time of the sweepers in this pass.
    public func believedDay(at now: Instant, elapsed: Duration) async throws -> Instant? {
        try await SweepTimes.record(now, elapsed: elapsed, in: database).day
    }

    private func inChunks(_ statements: [Statement]) async throws {
        for start in stride(from: 0, to: statements.count, by: Self.sightingsPerChunk) {
            try Task.checkCancellation()
            let chunk = Array(statements[start..<min(start + Self.sightingsPerChunk, statements.count)])
            _ = try await database.write { try $0.batch(chunk) }
        }
    }
}
