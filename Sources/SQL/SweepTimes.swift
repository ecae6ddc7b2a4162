public import Primitives

/// The times up to which a pass of the sweeper may delete; nil if nothing may be.
///
/// A host's clock may be wrong, and what a sweep has deleted is gone. So a pass deletes only what was due at a time that
/// was seen before, and no later than any time seen since. The time in between is measured on steady clocks, over
/// restarts (``SweepTime``).
public struct SweepTimes: Sendable, Hashable {
    /// A time that was seen at least 24 hours ago.
    public let day: Instant?
    /// A time that was seen at least an hour ago. It is enough for what a clock that is ahead for a moment must not bring
    /// forward.
    public let hour: Instant?

    /// The least steady time between two sightings that are stored, so that at most 26 are.
    private static let sightingInterval = Duration.hours(1)

    /// The same time for everything.
    public init(_ time: Instant) { (day, hour) = (time, time) }

    private init(day: Instant?, hour: Instant?) { (self.day, self.hour) = (day, hour) }

    /// Stores in the table `sweep_sighting` the time that a host's clock shows, and returns the times up to which a pass of the
    /// sweeper may delete.
    ///
    /// - Parameter elapsed: the sum of ``SweepTime``.
    public static func record(
        _ now: Instant, elapsed: Duration, in database: any Database
    ) async throws -> SweepTimes {
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
