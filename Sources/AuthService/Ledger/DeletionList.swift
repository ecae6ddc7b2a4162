import AuthStore
import Contracts
import JSONRPC
import Primitives

extension Auth {
    /// Lists the accounts that were deleted since a time, for a vault whose database was restored.
    func deletionList(_ call: Call<DeletionList, String>) async throws -> DeletionList.Answer {
        let limit = call.params.limit ?? 500
        let deletions = try await store.deletions(
            since: call.params.sinceMs, after: call.params.after.map { tag(of: $0) }, limit: limit)
        let accounts = try deletions.map { try account(of: $0) }
        return DeletionList.Answer(accounts: accounts, next: accounts.count == limit ? accounts.last : nil)
    }
}
