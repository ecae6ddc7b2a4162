import AuthStore
import Contracts
import JSONRPC

extension Auth {
    /// Tells the vault which of the accounts that it holds data of do not exist here.
    func accountUnknown(_ call: Call<AccountUnknown, String>) async throws -> AccountUnknown.Answer {
        AccountUnknown.Answer(accounts: try await store.unknown(call.params.accounts))
    }
}
