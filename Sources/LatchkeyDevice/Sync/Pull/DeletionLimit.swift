import Primitives

/// The number of entries that pulls may delete within a day without asking.
///
/// It is the last protection against a server that lost or mixed up what it had.
enum DeletionLimit {
    /// The time over which deletions are counted.
    static let window = Duration.days(1)

    /// The most deletions that are not held: five, or a fifth of the synchronised entries if that is more.
    ///
    /// - Parameter established: the number of synchronised entries that were on this device when the window began.
    ///   Entries that have arrived since do not raise the limit, because whoever deletes entries could also add some.
    static func most(of established: Int) -> Int { max(5, established / 5) }
}

/// The number of entries that one pull deleted or held.
struct DeletionCount: Sendable, Hashable, Codable {
    let at: Instant
    /// Without those whose deletion the person has accepted since.
    var count: Int
    /// How many of them had been on this device for longer than ``DeletionLimit/window``; nil in a profile of an earlier
    /// version, where all count as such.
    var established: Int?
}

extension Profile {
    /// Stops counting a deletion that the person has accepted. A deletion that they have rejected stays counted:
    /// otherwise a server whose deletions are rejected could delete five more entries after each rejection.
    mutating func acceptDeletion() {
        guard let index = countedDeletions?.lastIndex(where: { $0.count > 0 }) else { return }
        countedDeletions?[index].count -= 1
    }
}
