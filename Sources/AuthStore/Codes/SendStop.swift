public import Primitives

/// A stop of sending because too few of the last codes were used.
///
/// Somebody may be requesting codes only to earn a share of the price of the messages, so the stop holds for the
/// address groups whose unused codes caused it. Others draw on a reserve.
public struct SendStop: Sendable, Hashable {
    /// The number prefix that is stopped; empty for a stop of all numbers.
    public let prefix: String
    /// The end of the stop.
    public let until: Instant
    /// The time of the earliest code that the stop was decided on.
    let since: Instant

    /// True if the stop is one of all numbers.
    public var isGeneral: Bool { prefix.isEmpty }

    /// The time for which sending is stopped.
    static let length = Duration.hours(1)

    /// A code counts as unused once this time has passed since its sending.
    static let unusedAfter = Duration.seconds(60)

    /// The number of codes that a decision looks at.
    static func sample(isGeneral: Bool) -> Int64 { isGeneral ? 1_000 : 100 }

    /// Sending stops when fewer codes of the sample than these were used: a tenth.
    static func leastUsed(isGeneral: Bool) -> Int64 { sample(isGeneral: isGeneral) / 10 }

    /// The rule that the stop was decided by, for the log.
    public var reason: String {
        "fewer than \(Self.leastUsed(isGeneral: isGeneral)) of the last \(Self.sample(isGeneral: isGeneral)) codes were used"
    }
}
