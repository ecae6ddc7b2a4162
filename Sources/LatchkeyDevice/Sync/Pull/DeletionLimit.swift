import Primitives

/// The number of entries that pulls may delete within a day without asking.
///
/// It is the last protection against a server that lost or mixed up what it had.
enum DeletionLimit {
    /// The time over which deletions are counted.
    static let window = Duration.days(1)

    /// The most deletions that are not held: five, or a fifth of the synchronised entries if that is more.
    ///
    /// - Parameter synchronised: the number of synchronised entries before the deletions.
    static func most(of synchronised: Int) -> Int { max(5, synchronised / 5) }
}

/// The number of entries that one pull deleted.
struct DeletionCount: Sendable, Hashable, Codable {
    let at: Instant
    let count: Int
}
