import Contracts
import Domain
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    func keyRetire(_ call: Call<KeyRetire, Void>) async throws -> KeyRetire.Answer {
        let key = call.params.key
        try checkKind(of: key)
        // The files are read anew and reported first: the store refuses while that of the active key is missing or wrong.
        try await refreshKeys()
        let changed = try await store.retireWrappingKey(key.rawValue, at: clock.now)
        return KeyRetire.Answer(key: try await view(of: key, after: changed))
    }
}
