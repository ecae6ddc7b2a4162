import Domain
public import Primitives
import SQL

/// The decisions of the administrator about the parents of a child, and what they are made from.
extension AuthStore {
    /// Makes a person a parent of a child. Changes nothing if the person is one.
    /// - Returns: the number of the child's parents.
    /// - Throws: ``FamilyRefused``.
    public func addParent(_ parent: AccountID, of child: AccountID, reason: String?, at now: Instant) async throws
        -> Int
    {
        try await change { transaction in
            let family = try LockedFamily(of: child, deciding: parent, in: transaction)
            if family.parents.contains(parent) { return family.parents.count }
            guard try AccountTable.read(parent, in: transaction)?.role == .parent else { throw FamilyRefused.notParent }
            guard family.parents.count < ChildTable.maximumParents,
                try ChildTable.children(of: parent, in: transaction).count < ChildTable.maximumChildren
            else { throw FamilyRefused.limitReached }
            let parents = (family.parents + [parent]).sorted()
            try transaction.run(ChildTable.addParent(parent, of: child, at: now))
            try ChildApproval.update(child, at: now, in: transaction)
            try ChildGroup.update(child, at: now, in: transaction)
            let decision = Decision(
                .parentAdded, by: .administrator, from: nil, to: "parent: \(parent)", reason: reason)
            try DecisionTable.append(decision, about: child, at: now, in: transaction)
            try NoticeTable.appendToFamily(
                .parentAdded, about: nil, child: child, parents: parents, at: now, in: transaction)
            return parents.count
        }
    }

    /// Ends the parenthood of a person, as if the person had left the child.
    /// - Returns: the number of the child's parents.
    /// - Throws: ``FamilyRefused``.
    public func removeParent(
        _ parent: AccountID, of child: AccountID, reason: String?, at now: Instant
    ) async throws -> Int {
        try await change { transaction in
            let family = try LockedFamily(of: child, deciding: parent, in: transaction)
            guard family.parents.contains(parent) else { throw FamilyRefused.notParent }
            guard family.parents.count > 1 else { throw FamilyRefused.lastParent }
            let decision = Decision(
                .parentRemoved, by: .administrator, from: "parent: \(parent)", to: nil, reason: reason)
            try DecisionTable.append(decision, about: child, at: now, in: transaction)
            try Self.endParenthood(of: parent, in: family, at: now, in: transaction)
            return family.parents.count - 1
        }
    }

    /// Ends the parenthood of a parent of a family that has another one: the invites of the parent end, and the family gets
    /// a notice.
    static func endParenthood(
        of parent: AccountID, in family: LockedFamily, at now: Instant, in transaction: any Transaction
    ) throws {
        let child = family.child.id
        try NoticeTable.appendToFamily(
            .parentRemoved, about: nil, child: child, parents: family.parents, at: now, in: transaction)
        try transaction.run(ChildTable.removeParent(parent, of: child))
        try transaction.batch(FamilyInviteTable.withdraw(madeBy: parent, of: child))
        try ChildApproval.update(child, at: now, in: transaction)
        try ChildGroup.update(child, at: now, in: transaction)
    }

    /// A child with the times from which its parents have been parents; nil if the account is no child's.
    public func child(
        _ child: AccountID, at now: Instant
    ) async throws -> (details: ChildDetails, parents: [(account: AccountRecord, since: Instant)])? {
        try await database.read { transaction in
            guard let details = try Self.details(of: child, at: now, in: transaction) else { return nil }
            let parents = try ChildTable.parentsWithTimes(of: child, in: transaction).compactMap { parent, since in
                try AccountTable.read(parent, in: transaction).map { (account: $0, since: since) }
            }
            return (details, parents)
        }
    }

    /// At most `limit` children that have no parent, in the order of their accounts.
    public func childrenWithoutParent(limit: Int, at now: Instant) async throws -> [ChildDetails] {
        try await database.read { transaction in
            try ChildTable.withoutParent(limit: limit, in: transaction)
                .compactMap { try Self.details(of: $0, at: now, in: transaction) }
        }
    }

    /// At most `limit` children whose bound device is locked since a restore of an older database, in the order of their
    /// accounts.
    public func childrenLockedByRestore(limit: Int, at now: Instant) async throws -> [ChildDetails] {
        try await database.read { transaction in
            try ChildBindingTable.childrenLockedByRestore(limit: limit, in: transaction)
                .compactMap { try Self.details(of: $0, at: now, in: transaction) }
        }
    }
}
