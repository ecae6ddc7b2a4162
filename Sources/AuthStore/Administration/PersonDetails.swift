public import Primitives
import SQL

/// What the administrator, or an operator of the person's group, sees of one person.
public struct PersonDetails: Sendable, Hashable {
    public let account: AccountRecord
    /// Every device of the account, those used last first.
    public let devices: [DeviceRecord]
    /// The sessions that were not ended, including those that have expired, newest first.
    public let sessions: [SessionRecord]
    /// True if the person has forgotten the PIN, and a new one waits to take effect.
    public let hasRequestedPIN: Bool
    /// The end of the open hold; nil if there is none.
    public let heldUntil: Instant?
    /// The decisions about the account, newest first.
    public let decisions: [DecisionRecord]
    /// The family of a child or a parent; nil for everybody else.
    public let family: FamilyOfPerson?
}

extension AuthStore {
    /// Reads one person in one snapshot; nil if the account does not exist.
    /// - Parameter decisions: the largest number of decisions.
    /// - Throws: ``ActorRefused`` for an operator of other groups.
    public func details(
        of account: AccountID, by actor: ActingParty = .administrator, decisions limit: Int, at now: Instant
    ) async throws -> PersonDetails? {
        try await database.read { transaction in
            guard let person = try AccountTable.read(account, in: transaction) else { return nil }
            guard try actor.maySee(person, in: transaction) else { throw ActorRefused.notYourGroup }
            return PersonDetails(
                account: person,
                devices: try AccountDeviceTable.all(of: account, in: transaction)
                    .sorted { ($0.lastUsed, $0.id) > ($1.lastUsed, $1.id) },
                sessions: try SessionTable.notEnded(of: account, in: transaction),
                hasRequestedPIN: try PendingPINTable.read(account, in: transaction) != nil,
                heldUntil: try HoldTable.read(account, in: transaction)?.openUntil(at: now),
                decisions: try DecisionTable.read(about: account, page: DecisionPage(limit: limit), in: transaction),
                family: try FamilyOfPerson(of: person, for: actor, at: now, in: transaction))
        }
    }
}
