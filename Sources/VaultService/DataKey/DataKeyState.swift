import Contracts
import JSONRPC
import VaultStore

extension Vault {
    func dataKeyState(_ call: Call<DataKeyState, Void>) async throws -> DataKeyState.Answer {
        DataKeyView(try await store.dataKeyProgress())
    }
}
