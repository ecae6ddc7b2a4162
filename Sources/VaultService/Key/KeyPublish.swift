import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Publishes a wrapping key whose file this instance can read.
    func keyPublish(_ call: Call<KeyPublish, Void>) async throws -> KeyPublish.Answer {
        let key = call.params.key
        try checkKind(of: key)
        let bytes = try keyOnFile(key)
        let changed = try await store.publishWrappingKey(key.rawValue, bytes, at: clock.now)
        return KeyPublish.Answer(key: try await view(of: key, after: changed))
    }

    /// Reads the file of a key.
    ///
    /// - Throws: the fault `keyRefused` with one line for the administrator.
    func keyOnFile(_ key: KeyID) throws -> Key256 {
        guard let wrappingKeys else { throw Fault(.unavailable) }
        do {
            return try wrappingKeys.read(key.rawValue)
        } catch {
            throw Fault(.keyRefused, reason: "\(error)")
        }
    }
}
