package import Logging
package import Primitives
import SQL

/// Compares a database with what was recorded of it, begins a new generation if commits may be missing, and records
/// the database anew. All of it is one transaction that holds the lock of the row, so that of several instances that
/// notice a fail-over at once only one begins a generation.
package struct TimelineCheck: Sendable {
    /// The time after which a serving instance records its database's position again.
    static let recordingInterval = Duration.seconds(5)

    let file: TimelineFile
    let clock: WallClock
    let random: RandomSource
    let log: Logger
    /// Changes the database at the beginning of a generation, in the same transaction.
    let beginGeneration: GenerationChange

    package init(
        file: TimelineFile, clock: WallClock, random: RandomSource, log: Logger,
        beginGeneration: @escaping GenerationChange
    ) {
        (self.file, self.clock, self.random, self.log) = (file, clock, random, log)
        self.beginGeneration = beginGeneration
    }

    package struct Outcome: Sendable {
        /// What was saved in the row and has to be written to the file.
        let record: TimelineRecord
        /// The number of the generation in force.
        let generation: Int64
        /// The deletions that must be applied again before anything is served; nil if there are none.
        let replay: PendingReplay?
    }

    /// Checks the database and replaces the file.
    ///
    /// - Parameters:
    ///   - position: reads the server's position; nil on SQLite, where the position is a counter.
    ///   - identity: the SQLite file that is open.
    ///   - birth: the inode number and the time of creation of that file; nil if the file system stores no such time.
    func run(
        on database: any Database, identity: FileIdentity? = nil, birth: InodeBirthTime? = nil,
        position: (@Sendable (any Transaction) throws -> TimelinePosition)? = nil
    ) async throws -> Outcome {
        try file.checkWritable()
        file.removeDrafts()
        let recorded = try file.read(), now = clock.now
        let (newGeneration, newSystem) = (random.id() as GenerationID, Int64(bitPattern: random.uint64()))
        let (outcome, finding) = try await database.write { transaction in
            // The row is locked before the server's position is read. In the other order another instance could record
            // a later position in between, and that would look like a loss.
            let row = try StoredTimeline.lock(in: transaction)
            let server = try position?(transaction)
            let finding = TimelineFinding(
                .init(
                    row: row?.position, isMarkedAsRestored: row?.copiedAt != nil, file: recorded?.position,
                    generation: try generation(of: recorded, in: transaction), server: server,
                    hasOtherInode: recorded?.file != nil && recorded?.file != identity,
                    hasOtherBirthTime: row?.birth != nil && row?.birth != birth))
            var replaySince = row?.replaySince
            if case .lost(let reason) = finding {
                _ = try Generations.begin(newGeneration, at: now, in: transaction)
                try beginGeneration(transaction, now, reason)
                // A time that a wrong clock has saved would leave out every deletion until then.
                let since = row?.savedAt.map { min($0, now) - PendingReplay.margin } ?? Instant(ms: 0)
                replaySince = min(replaySince ?? since, since)
            }
            let saved = server ?? Self.next(row?.position, recorded?.position, newSystem)
            try StoredTimeline.save(saved, at: now, replayingSince: replaySince, birth: birth, in: transaction)
            let current = try Generations.current(in: transaction)
            let number = try Generations.number(in: transaction)
            return (
                Outcome(
                    record: TimelineRecord(position: saved, generation: current, file: identity), generation: number,
                    replay: replaySince.map { PendingReplay(since: $0, generation: current) }),
                finding
            )
        }
        if case .lost(let reason) = finding {
            log.warning("commits may be missing: a new generation begins", metadata: ["reason": "\(reason.rawValue)"])
        }
        try file.write(outcome.record)
        return outcome
    }

    private func generation(
        of recorded: TimelineRecord?, in transaction: any Transaction
    ) throws -> TimelineFinding.FileGeneration {
        guard let recorded else { return .current }
        if try Generations.current(in: transaction) == recorded.generation { return .current }
        return try Generations.contains(recorded.generation, in: transaction) ? .former : .unknown
    }

    /// The next value of SQLite's counter. It is above both recorded values, so that no position is used twice,
    /// whichever copy is being served.
    private static func next(
        _ row: TimelinePosition?, _ file: TimelinePosition?, _ newSystem: Int64
    ) -> TimelinePosition {
        TimelinePosition(
            system: row?.system ?? file?.system ?? newSystem, timeline: row?.timeline ?? file?.timeline ?? 0,
            position: max(row?.position ?? 0, file?.position ?? 0) + 1)
    }
}
