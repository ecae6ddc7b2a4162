import Contracts
import Domain
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    func keyList(_ call: Call<KeyList, Void>) async throws -> KeyList.Answer {
        let records = try await store.wrappingKeys()
        let instances = try await store.runningInstances(at: clock.now)
        let shown = records.suffix(500).compactMap { record in KeyID(rawValue: record.id).map { ($0, record) } }
        let rows = try await store.dataKeys(wrappedBy: shown.filter { $0.1.state != .retired }.map(\.1.id))
        return KeyList.Answer(
            keys: shown.map { KeyView($0, $1, among: instances, rows: rows[$1.id]) },
            instances: instances.prefix(1000).map(\.name))
    }
}
