public import Primitives
import SQL

extension AuthStore {
    /// Returns at most `limit` decisions, the newest first.
    /// - Parameter account: the account that was decided about, which may be deleted; nil for all accounts.
    public func decisions(about account: AccountID?, limit: Int) async throws -> [DecisionRecord] {
        try await database.select(DecisionTable.select(about: account, limit: limit)).map { try DecisionRecord($0) }
    }
}
