public import Primitives
public import SQL

/// The times up to which a pass of the sweeper may delete; nil if nothing may be.
///
/// A host's clock may be wrong, and what a sweep has deleted is gone. So a pass deletes only what was due at a time that
/// was seen before, and no later than any time seen since. The time in between is measured on steady clocks, over
/// restarts (`SweepTime`).
public struct SweepTimes: Sendable, Hashable {
    /// A time that was seen at least 24 hours ago.
    public let day: Instant?
    /// A time that was seen at least an hour ago. The end of holds, requested PINs, the end of reserved numbers and delayed
    /// acts are carried out at this time, so that a clock that is ahead for a moment brings nothing forward. Request proofs
    /// need no more, because a proof without its row can be replayed for ``ShortLivedCredential/acceptedFor`` at most, and
    /// those are over by then on any clock.
    public let hour: Instant?

    /// The same time for everything.
    public init(_ time: Instant) { (day, hour) = (time, time) }

    init(day: Instant?, hour: Instant?) { (self.day, self.hour) = (day, hour) }
}

extension AuthStore {
    /// The steady time between two sightings that are stored, so that at most 26 are.
    private static let sightingInterval = Duration.hours(1)

    /// Makes one pass: records the time that the host's clock shows, and sweeps what two sightings allow. Returns the times
    /// that may be believed.
    @discardableResult
    public func sweepTwiceSeen(at now: Instant, _ time: SweepTime, chunk: Int = 500) async throws -> SweepTimes {
        try await resumeHolds(limit: chunk, at: now)
        let elapsed = try await time.advance(on: database)
        let times = try await recordSighting(of: now, elapsed: elapsed)
        _ = try await sweep(at: times, chunk: chunk)
        return times
    }

    /// Records a time and returns the ones up to which may be swept.
    func recordSighting(of now: Instant, elapsed: Duration) async throws -> SweepTimes {
        try await database.write { transaction in
            try transaction.run(SightingTable.lower(to: now))
            let last = try transaction.first(SightingTable.selectLast)?.intOrNil(0)
            if last.map({ elapsed - .milliseconds($0) >= Self.sightingInterval }) ?? true {
                try transaction.run(SightingTable.insert(now, at: elapsed))
            }
            let hour = try transaction.first(SightingTable.selectLast(upTo: elapsed - .hours(1)))?.instant(1)
            guard let day = try transaction.first(SightingTable.selectLast(upTo: elapsed - .hours(24))) else {
                return SweepTimes(day: nil, hour: hour)
            }
            try transaction.run(SightingTable.delete(before: .milliseconds(try day.int(0))))
            return SweepTimes(day: try day.instant(1), hour: hour)
        }
    }
}
