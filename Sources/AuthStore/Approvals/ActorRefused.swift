import Domain
import Primitives
import SQL

/// Thrown by the methods of ``AuthStore`` for an act that a party has no right to. Its transaction was rolled back.
public enum ActorRefused: Error, Sendable, Hashable {
    /// The operator does not have the person's group, or the person is an operator: the administrator alone acts on those.
    case notYourGroup
    /// An operator cannot act on their own account.
    case selfApproval
    /// The operator has decided about so many people within an hour that another operator has to confirm first.
    case secondOperatorRequired
}

extension ActingParty {
    /// Checks that the party may act on a person, and locks the operator's groups until the transaction ends.
    /// - Parameter target: a second group that an operator needs, to which the person is moved.
    /// - Throws: ``ActorRefused``.
    func requireRight(
        over person: AccountRecord, movingTo target: GroupID? = nil, in transaction: any Transaction
    ) throws {
        guard case .person(let id) = self else { return }
        guard id != person.id else { throw ActorRefused.selfApproval }
        let groups = try OperatorGroupTable.lockAll(of: id, in: transaction).map(\.group)
        guard person.role != .operator, groups.contains(person.group), target.map(groups.contains) ?? true else {
            throw ActorRefused.notYourGroup
        }
    }

    /// True if the party may see a person.
    func maySee(_ person: AccountRecord, in transaction: any Transaction) throws -> Bool {
        switch self {
        case .person(let id):
            try person.role != .operator && OperatorGroupTable.contains(person.group, of: id, in: transaction)
        case .administrator: true
        }
    }
}
