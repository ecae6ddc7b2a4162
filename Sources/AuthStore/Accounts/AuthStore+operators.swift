import Domain
public import Primitives
import SQL

extension AuthStore {
    /// What became of a request to make an operator.
    public enum NewOperator: Sendable, Hashable {
        /// There is an operator of these groups now: made, or one who owned others already.
        case ready(AccountID)
        /// The number belongs to somebody who is no operator; or no group was named.
        case numberTaken
        /// There is no such group.
        case groupUnknown(GroupID)
    }

    /// Makes an operator of groups, or gives an operator further ones. The person logs in with a code like anyone.
    public func makeOperator(
        _ id: AccountID, phoneIndex: [UInt8], phoneSealed: [UInt8], groups: [GroupID], at now: Instant
    ) async throws -> NewOperator {
        try await change { transaction in
            for name in groups where try transaction.group(name) == nil { return .groupUnknown(name) }
            guard let home = groups.first else { return .numberTaken }
            _ = try transaction.insertAccount(
                id, kind: .operator, group: home, approval: .waitingForApproval, phoneIndex: phoneIndex,
                phoneSealed: phoneSealed, at: now)
            guard let person = try transaction.lockAccount(phone: phoneIndex), person.kind == .operator else {
                return .numberTaken
            }
            for name in groups {
                try transaction.run(
                    Statement(
                        "INSERT INTO operator_group (account, facility_group) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                        .id(person.id), .word(name)))
            }
            return .ready(person.id)
        }
    }

    /// The groups an operator owns now, in order of name.
    public func groups(ownedBy person: AccountID) async throws -> [GroupID] {
        try await database.read { transaction in
            try transaction.run(
                Statement(
                    "SELECT facility_group FROM operator_group WHERE account = $1 ORDER BY facility_group", .id(person))
            ).map { try $0.word(0) }
        }
    }
}
