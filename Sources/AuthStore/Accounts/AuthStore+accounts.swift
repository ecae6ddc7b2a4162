public import Domain
public import Primitives
import SQL

extension AuthStore {
    public func account(_ id: AccountID) async throws -> AccountRecord? {
        try await database.read { try AccountTable.read(id, in: $0) }
    }

    public func account(phone: PhoneIndex) async throws -> AccountRecord? {
        try await database.read { try AccountTable.read(phone: phone, in: $0) }
    }

    /// Returns at most `limit` accounts, operators excluded, whose approval status is `status`, ordered by the time of
    /// their last decision (``AccountRecord/approvalSince``), the earliest first.
    /// - Parameters:
    ///   - groups: the groups whose accounts are returned; nil for all groups.
    ///   - phone: the number whose account is returned; nil for all numbers.
    ///   - last: the account after which the list begins; nil for the first accounts.
    public func accounts(
        approval status: ApprovalStatus, groups: [GroupID]?, phone: PhoneIndex?,
        after last: ApprovalListPosition? = nil,
        limit: Int
    ) async throws -> [AccountRecord] {
        if let groups, groups.isEmpty { return [] }
        return try await database.read { transaction in
            var text =
                "SELECT \(AccountRecord.columns) FROM account a WHERE a.approval = $1 AND a.kind NOT IN ('operator', 'child')"
            var values: [SQLValue] = [.enumValue(status)]
            if let groups {
                text += " AND a.facility_group IN " + Statement.parameters(from: 2, count: groups.count)
                values += groups.map { .enumValue($0) }
            }
            if let phone {
                text += " AND a.id = $\(values.count + 1)"
                guard let found = try AccountTable.read(phone: phone, in: transaction) else { return [] }
                values.append(.identifier(found.id))
            }
            if let last {
                let (since, id) = (values.count + 1, values.count + 2)
                text += " AND (a.approval_since > $\(since) OR a.approval_since = $\(since) AND a.id > $\(id))"
                values += [.instant(last.since), .identifier(last.account)]
            }
            values.append(.int(limit))
            text += " ORDER BY a.approval_since, a.id LIMIT $\(values.count)"
            return try transaction.run(Statement(text, values: values)).map { try AccountRecord($0) }
        }
    }
}
