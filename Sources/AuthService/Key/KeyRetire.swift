import AuthStore
import Contracts
import JSONRPC

extension Auth {
    func keyRetire(_ call: Call<KeyRetire, Void>) async throws -> KeyRetire.Answer {
        let changed = try await store.retire(call.params.key, at: now)
        return KeyRetire.Answer(key: try await view(of: call.params.key, after: changed))
    }
}
