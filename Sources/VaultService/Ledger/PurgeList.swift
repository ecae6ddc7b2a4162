import Contracts
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Lists the accounts that were purged since a time, for auth when its database was restored.
    func purgeList(_ call: Call<PurgeList, String>) async throws -> PurgeList.Answer {
        guard call.caller == settings.authName else { throw Fault(.callRefused) }
        let limit = call.params.limit ?? 500
        let accounts = try await store.purgedAccounts(
            since: call.params.sinceMs, after: call.params.after, limit: limit)
        return PurgeList.Answer(accounts: accounts, next: accounts.count == limit ? accounts.last : nil)
    }
}
