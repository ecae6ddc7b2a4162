import AuthStore
import Contracts
import Domain
import JSONRPC

extension Auth {
    func keyRetire(_ call: Call<KeyRetire, Void>) async throws -> KeyRetire.Answer {
        let key = call.params.key
        // The retired key may be the last one of its kind whose file is right.
        let active = try await store.rotatingKeys().first { $0.id.kind == key.kind && $0.state == .active }
        if let active { try checkFile(of: active) }
        let changed = try await store.retire(key, at: now)
        return KeyRetire.Answer(key: try await view(of: key, after: changed))
    }
}
