import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Every facility group, in order of name.
    public func groups() async throws -> [FacilityGroup] {
        try await database.read { try FacilityGroupTable.all(in: $0) }
    }

    public func group(_ name: GroupID) async throws -> FacilityGroup? {
        try await database.read { try FacilityGroupTable.read(name, in: $0) }
    }

    /// Inserts groups that do not exist; existing ones keep their policies.
    public func insertMissing(_ groups: [FacilityGroup]) async throws {
        _ = try await database.write { try $0.batch(groups.map(FacilityGroupTable.insertIfAbsent)) }
    }

    /// Creates a group by a decision of the administrator, which is recorded. Returns false if a group has the name.
    public func createGroup(_ group: FacilityGroup, reason: String?, at now: Instant) async throws -> Bool {
        try await change { transaction in
            try transaction.run(FacilityGroupTable.insertIfAbsent(group))
            guard transaction.changes == 1 else { return false }
            let decision = Decision(
                .groupCreated, by: .administrator, from: nil, to: group.policyText(), reason: reason)
            try GroupDecisionTable.append(decision, about: group.name, at: now, in: transaction)
            return true
        }
    }

    /// The result of a request to change the policies of a group.
    public enum ChangedGroup: Sendable, Hashable {
        /// The group has these policies now.
        case changed(FacilityGroup)
        case unknown
        /// The change names another verification, and the group has accounts. Nothing was changed.
        case hasAccounts
    }

    /// Changes the policies of a group by a decision of the administrator, which is recorded if it changes anything. No
    /// account and no session is changed.
    ///
    /// The verification of a group with accounts stays: accounts whose number nobody has proved would otherwise be served
    /// like proved ones.
    public func changeGroup(
        _ name: GroupID, by policies: GroupPolicyChange, reason: String?, at now: Instant
    ) async throws -> ChangedGroup {
        try await change { transaction in
            guard let former = try FacilityGroupTable.lock(name, in: transaction) else { return .unknown }
            let group = former.changed(by: policies)
            guard group != former else { return .changed(group) }
            if group.verification != former.verification, try AccountTable.hasAny(in: name, in: transaction) {
                return .hasAccounts
            }
            let decision = Decision(
                .groupChanged, by: .administrator, from: former.policyText(differingFrom: group),
                to: group.policyText(differingFrom: former), reason: reason)
            try transaction.run(FacilityGroupTable.update(group))
            try GroupDecisionTable.append(decision, about: name, at: now, in: transaction)
            return .changed(group)
        }
    }
}
