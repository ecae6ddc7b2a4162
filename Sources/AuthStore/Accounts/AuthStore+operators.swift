public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// The result of a request to enrol an operator.
    public enum EnrolledOperator: Sendable, Hashable {
        /// The account is an operator of these groups now, and its enrolment secret is the new one.
        case ready(AccountRecord, groups: [GroupID])
        /// The number belongs to an account of another role.
        case numberTaken
        /// No group was named, and the number belongs to no operator.
        case unknown
        case groupUnknown(GroupID)
    }

    /// Gives an operator a new enrolment secret in place of the former one. Creates the account if the number has none,
    /// and adds the named groups to those that the operator has.
    ///
    /// - Parameters:
    ///   - id: the identifier of a new account.
    ///   - groups: may be empty for an account that is an operator.
    public func enrolOperator(
        _ id: AccountID, phoneIndex: PhoneIndex, phoneSealed: Sealed, groups: [GroupID],
        with enrolment: OperatorEnrolment,
        reason: String?, at now: Instant
    ) async throws -> EnrolledOperator {
        try await change { transaction in
            for name in groups where try FacilityGroupTable.read(name, in: transaction) == nil {
                return .groupUnknown(name)
            }
            if let home = groups.first {
                try AccountTable.insert(
                    id, role: .operator, group: home, approval: .waitingForApproval, phone: phoneIndex,
                    phoneSealed: phoneSealed, at: now,
                    in: transaction)
            }
            guard let account = try AccountTable.lock(phone: phoneIndex, in: transaction) else { return .unknown }
            guard account.role == .operator else { return .numberTaken }
            let former = try OperatorGroupTable.groups(of: account.id, in: transaction)
            try transaction.batch(groups.map { OperatorGroupTable.insert($0, of: account.id) })
            let present = try OperatorGroupTable.groups(of: account.id, in: transaction)
            try transaction.run(OperatorEnrolmentTable.replace(enrolment, of: account.id))
            let decision = Decision(
                .operatorEnrolled, by: .administrator, from: Self.text(of: former), to: Self.text(of: present),
                reason: reason)
            try DecisionTable.append(decision, about: account.id, at: now, in: transaction)
            return .ready(account, groups: present)
        }
    }

    /// Makes an operator a member of the group that the account belongs to: the operator's groups and enrolment secret
    /// are deleted, every session ends, and an approval for syncing is withdrawn. Returns false if the account is no
    /// operator.
    public func removeOperator(_ id: AccountID, reason: String?, at now: Instant) async throws -> Bool {
        try await change { transaction in
            guard let account = try AccountTable.lock(id, in: transaction), account.role == .operator else {
                return false
            }
            let groups = try OperatorGroupTable.groups(of: id, in: transaction)
            let role = try FacilityGroupTable.read(account.group, in: transaction)?.memberRole ?? .member
            _ = try SessionEnding.endAll(of: account, at: now, in: transaction)
            if account.approval == .approvedForSyncing {
                try transaction.run(AccountTable.setApproval(.waitingForApproval, of: id, reason: nil, at: now))
                try RevocationEventTable.append(
                    .init(approval: .waitingForApproval), of: id, at: now, in: transaction)
            }
            try transaction.batch([
                OperatorGroupTable.delete(of: id), OperatorEnrolmentTable.delete(of: id),
                AccountTable.setRole(role, of: id),
            ])
            let decision = Decision(
                .operatorRemoved, by: .administrator, from: Self.text(of: groups), to: nil, reason: reason)
            try DecisionTable.append(decision, about: id, at: now, in: transaction)
            return true
        }
    }

    /// Takes a facility group from an operator, who decides nothing more in it: the groups are read at each call. Returns
    /// false if the operator does not have the group; nil if the account is no operator.
    public func removeGroup(
        _ group: GroupID, ofOperator id: AccountID, reason: String?, at now: Instant
    ) async throws -> Bool? {
        try await change { transaction in
            guard let account = try AccountTable.lock(id, in: transaction), account.role == .operator else {
                return nil
            }
            let groups = try OperatorGroupTable.groups(of: id, in: transaction)
            guard groups.contains(group) else { return false }
            try transaction.run(OperatorGroupTable.delete(group, of: id))
            let decision = Decision(
                .operatorRemoved, by: .administrator, from: Self.text(of: groups),
                to: Self.text(of: groups.filter { $0 != group }), reason: reason)
            try DecisionTable.append(decision, about: id, at: now, in: transaction)
            return true
        }
    }

    /// Takes everything from an operator who has lost a device, and gives them a new enrolment secret: every device loses its
    /// admission and every session ends; the PIN, the second factor and the recovery codes are deleted, because a thief of
    /// the device may have them; an open hold is ended. The groups stay. Returns the account and its groups; nil if the
    /// account is no operator.
    public func resetOperator(
        _ id: AccountID, with enrolment: OperatorEnrolment, reason: String?, at now: Instant
    ) async throws -> (account: AccountRecord, groups: [GroupID])? {
        try await change { transaction in
            guard let account = try AccountTable.lock(id, in: transaction), account.role == .operator else {
                return nil
            }
            try ConfirmedChange(of: account, by: nil, at: now, in: transaction).endHold()
            let devices = try AccountDeviceTable.all(of: id, in: transaction).filter(\.isAdmitted)
            let ended = try SessionEnding.endAll(of: account, at: now, in: transaction)
            let decision = Decision(
                .operatorReset, by: .administrator, from: "\(devices.count) admitted devices, \(ended) sessions",
                to: nil, reason: reason)
            for device in devices {
                try NoticeTable.append(.deviceRemoved, about: device, of: id, at: now, in: transaction)
            }
            try transaction.batch(
                [AccountDeviceTable.withdrawAdmissions(of: id), SecondFactorTable.delete(of: id)]
                    + PINTable.delete(of: id) + RecoveryCodeTable.deleteAll(of: id)
                    + [
                        DelayedActTable.delete(.readmission, of: id),
                        OperatorEnrolmentTable.replace(enrolment, of: id),
                    ])
            try DecisionTable.append(decision, about: id, at: now, in: transaction)
            return (account, try OperatorGroupTable.groups(of: id, in: transaction))
        }
    }

    /// The groups whose approvals an operator decides, in order of name.
    public func groups(ownedBy person: AccountID) async throws -> [GroupID] {
        try await database.read { try OperatorGroupTable.groups(of: person, in: $0) }
    }

    /// The names of groups as a decision states them; nil for none.
    private static func text(of groups: [GroupID]) -> String? {
        groups.isEmpty ? nil : groups.map(\.rawValue).joined(separator: ", ")
    }
}
