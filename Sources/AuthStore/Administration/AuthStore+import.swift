public import Domain
public import Primitives
import SQL

/// A person of a list that the administrator imports.
public struct ImportedAccount: Sendable, Hashable {
    public let id: AccountID
    public let phone: PhoneIndex
    public let phoneSealed: Sealed
    public let group: GroupID
    /// True if the person is approved for syncing, also where operators approve.
    public let isApproved: Bool

    public init(id: AccountID, phone: PhoneIndex, phoneSealed: Sealed, group: GroupID, isApproved: Bool) {
        (self.id, self.phone, self.phoneSealed) = (id, phone, phoneSealed)
        (self.group, self.isApproved) = (group, isApproved)
    }
}

extension AuthStore {
    /// Makes the account of a person of a list. The first device that proves the number is admitted to it, as after a
    /// registration. An account that the number has is not changed, so that importing a list again changes nothing, and a
    /// list never lifts an operator's decision.
    /// - Parameter isDryRun: true to answer what would happen, and change nothing.
    public func importAccount(
        _ person: ImportedAccount, isDryRun: Bool, reason: String?, at now: Instant
    ) async throws -> ImportOutcome {
        try await change { transaction in
            guard let group = try FacilityGroupTable.read(person.group, in: transaction) else {
                throw Rollback(ImportOutcome.groupUnknown)
            }
            guard group.verification == .otp else { throw Rollback(ImportOutcome.groupUnsuitable) }
            let isApproved = person.isApproved || group.approval == .automatic
            let status = isApproved ? ApprovalStatus.approvedForSyncing : .waitingForApproval
            try AccountTable.insert(
                person.id, role: group.memberRole, group: group.name, approval: status, phone: person.phone,
                phoneSealed: person.phoneSealed, at: now, in: transaction)
            guard let present = try AccountTable.lock(phone: person.phone, in: transaction) else {
                throw SQLFault.unavailable("the account of a number was deleted while it was imported")
            }
            guard present.id == person.id else { throw Rollback(Self.outcome(for: present, in: group)) }
            let decision = Decision(
                .imported, by: .administrator, from: nil, to: "\(group.name.rawValue): \(status.rawValue)",
                reason: reason)
            try DecisionTable.append(decision, about: person.id, at: now, in: transaction)
            if isDryRun { throw Rollback(ImportOutcome.created) }
            return .created
        }
    }

    private static func outcome(for present: AccountRecord, in group: FacilityGroup) -> ImportOutcome {
        if present.role == .operator { return .isOperator }
        return present.group == group.name ? .unchanged : .inOtherGroup
    }
}
