import Primitives
import Synchronization

/// The accounts that this process has seen with something due to be erased.
///
/// Something is erased only if it was due at two passes at least 24 hours apart on the steady clock. A wall clock that is
/// wrong for less than a day therefore destroys nothing.
final class SweepSightings: Sendable {
    /// The least time between the two passes.
    static let interval = Duration.hours(24)

    /// The first of the consecutive passes at which an account was due.
    struct Sighting: Sendable {
        let at: SteadyInstant
        /// The wall clock's time. What was not yet due then has to wait for two later passes.
        let time: Instant
        /// The account's sequence number. What changed later has to wait for two later passes.
        let seq: Int64
    }

    private let sightings = Mutex<[AccountID: Sighting]>([:])

    /// Records the accounts that are due at a pass, and forgets the others.
    ///
    /// - Returns: the accounts that were already due 24 hours ago.
    func note(
        _ due: [(account: AccountID, seq: Int64)], at now: SteadyInstant, time: Instant
    ) -> [(account: AccountID, sighting: Sighting)] {
        sightings.withLock { sightings in
            let before = sightings
            sightings = [:]
            return due.compactMap { account, seq in
                let sighting = before[account] ?? Sighting(at: now, time: time, seq: seq)
                sightings[account] = sighting
                return now - sighting.at >= Self.interval ? (account, sighting) : nil
            }
        }
    }

    /// Forgets an account that was swept.
    func remove(_ account: AccountID) { sightings.withLock { $0[account] = nil } }
}
