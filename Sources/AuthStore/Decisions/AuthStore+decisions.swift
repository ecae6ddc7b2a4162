public import Primitives
import SQL

extension AuthStore {
    /// Returns at most `limit` decisions, the newest first.
    /// - Parameter account: the account that was decided about, which may be deleted; nil for all accounts and groups.
    public func decisions(about account: AccountID?, limit: Int) async throws -> [DecisionRecord] {
        try await database.read { transaction in
            let decisions = try DecisionTable.read(about: account, limit: limit, in: transaction)
            guard account == nil else { return decisions }
            let ofGroups = try GroupDecisionTable.read(about: nil, limit: limit, in: transaction)
            return Array((decisions + ofGroups).sorted { $0.at > $1.at }.prefix(limit))
        }
    }

    /// Returns at most `limit` decisions about a facility group, the newest first.
    public func decisions(about group: GroupID, limit: Int) async throws -> [DecisionRecord] {
        try await database.read { try GroupDecisionTable.read(about: group, limit: limit, in: $0) }
    }
}
