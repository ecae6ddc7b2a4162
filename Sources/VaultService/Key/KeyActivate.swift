import Contracts
import Domain
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    func keyActivate(_ call: Call<KeyActivate, Void>) async throws -> KeyActivate.Answer {
        let key = call.params.key
        try checkKind(of: key)
        // A file that has been deleted since it was read would be missing at the next start.
        _ = try keyOnFile(key)
        let changed = try await store.activateWrappingKey(key.rawValue, at: clock.now)
        return KeyActivate.Answer(key: try await view(of: key, after: changed))
    }
}
