public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// The result of a request to make an operator.
    public enum NewOperator: Sendable, Hashable {
        /// The account is an operator of these groups now. This call created it, or it was an operator before.
        case ready(AccountID)
        /// The number belongs to an account of another role, or no group was named.
        case numberTaken
        case groupUnknown(GroupID)
    }

    /// Creates an operator of groups, or gives an existing operator further groups. Operators log in with a code.
    public func makeOperator(
        _ id: AccountID, phoneIndex: PhoneIndex, phoneSealed: [UInt8], groups: [GroupID], at now: Instant
    ) async throws -> NewOperator {
        try await change { transaction in
            for name in groups where try FacilityGroupTable.read(name, in: transaction) == nil {
                return .groupUnknown(name)
            }
            guard let home = groups.first else { return .numberTaken }
            try transaction.run(
                AccountTable.insert(
                    id, role: .operator, group: home, approval: .waitingForApproval, phone: phoneIndex,
                    phoneSealed: phoneSealed, at: now))
            guard let account = try AccountTable.lock(phone: phoneIndex, in: transaction), account.role == .operator
            else { return .numberTaken }
            try transaction.batch(groups.map { OperatorGroupTable.insert($0, of: account.id) })
            return .ready(account.id)
        }
    }

    /// The groups whose approvals an operator decides, in order of name.
    public func groups(ownedBy person: AccountID) async throws -> [GroupID] {
        try await database.read { try OperatorGroupTable.groups(of: person, in: $0) }
    }
}
