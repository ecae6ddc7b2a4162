import Domain
public import Primitives
import SQL

/// The facility groups that a service serves.
///
/// A group that verifies no phone number is served in a demonstration only: anybody could take any number in it. A
/// member of a group that is not served can neither log in nor use a session. The sessions are not ended, so that no
/// device deletes anything.
public enum ServedGroups: Sendable, Hashable {
    case all
    /// The groups in which a code proves the phone number.
    case verified

    func contains(_ account: AccountRecord) -> Bool {
        switch self {
        case .all: true
        case .verified: account.verification != FacilityGroup.Verification.none
        }
    }
}

extension AuthStore {
    /// Gives the feed another epoch if accounts belong to a group that is not served, so that the vault introspects the
    /// sessions again that it has cached. Returns true if there are such accounts.
    public func discardSessionsOfUnservedGroups(_ epoch: EpochID, at now: Instant) async throws -> Bool {
        guard servedGroups != .all else { return false }
        return try await database.write { transaction in
            guard try AccountTable.hasUnverified(in: transaction) else { return false }
            try Self.restartFeed(epoch, at: now, in: transaction)
            return true
        }
    }
}
