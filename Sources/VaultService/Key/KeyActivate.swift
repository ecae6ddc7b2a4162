import Contracts
import Domain
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    func keyActivate(_ call: Call<KeyActivate, Void>) async throws -> KeyActivate.Answer {
        let key = call.params.key
        try checkKind(of: key)
        // A file that has been deleted or replaced since it was read would fail the next start.
        let bytes = try keyOnFile(key)
        let changed = try await store.activateWrappingKey(key.rawValue, bytes, at: clock.now)
        return KeyActivate.Answer(key: try await view(of: key, after: changed))
    }
}
