import Domain
public import Primitives
import SQL

/// What auth has stored about one child of a person, for that person's export.
public struct ExportedFamily: Sendable {
    public let child: ChildDetails
    /// The parents of the child, each with the time since which it has been a parent.
    public let parents: [(parent: AccountID, since: Instant)]
    /// The invites to this child that the person has made.
    public let invites: [FamilyInviteRecord]
}

extension AuthStore {
    /// The children of a person with what is stored about the person as their parent, the oldest first.
    public func familyExport(of parent: AccountID, at now: Instant) async throws -> [ExportedFamily] {
        try await database.read { transaction in
            try Self.children(of: parent, at: now, in: transaction).map { child in
                ExportedFamily(
                    child: child, parents: try ChildTable.parentsWithTimes(of: child.account.id, in: transaction),
                    invites: try FamilyInviteTable.all(madeBy: parent, of: child.account.id, in: transaction))
            }
        }
    }
}
