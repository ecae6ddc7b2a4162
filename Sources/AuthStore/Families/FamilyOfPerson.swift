import Domain
public import Primitives
import SQL

/// The family of a child or a parent, as the administrator or an operator sees it.
public struct FamilyOfPerson: Sendable, Hashable {
    /// A parent of the child that is shown.
    public struct Parent: Sendable, Hashable {
        public let account: AccountRecord
        public let since: Instant
        /// False for a parent of a group that the operator does not have.
        public let isVisible: Bool
    }

    /// The child that is shown; nil for a parent.
    public let child: ChildDetails?
    /// The parents of that child, in the order of their identifiers.
    public let parents: [Parent]
    /// The children of the parent that is shown, the oldest first, without those that the operator may not see: a child can
    /// be in the group of its other parent.
    public let children: [ChildDetails]

    /// Reads the family; nil for members and operators.
    init?(
        of person: AccountRecord, for actor: ActingParty, at now: Instant, in transaction: any Transaction
    ) throws {
        switch person.role {
        case .member, .operator: return nil
        case .child:
            child = try AuthStore.details(of: person.id, at: now, in: transaction)
            parents = try ChildTable.parentsWithTimes(of: person.id, in: transaction).compactMap { parent, since in
                try AccountTable.read(parent, in: transaction).map {
                    Parent(account: $0, since: since, isVisible: try actor.maySee($0, in: transaction))
                }
            }
            children = []
        case .parent:
            (child, parents) = (nil, [])
            children = try AuthStore.children(of: person.id, at: now, in: transaction)
                .filter { try actor.maySee($0.account, in: transaction) }
        }
    }
}
