import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    func keyList(_ call: Call<KeyList, Void>) async throws -> KeyList.Answer {
        let records = try await store.rotatingKeys()
        let instances = try await store.runningInstances(at: now)
        return KeyList.Answer(
            keys: records.suffix(500).map { KeyView($0, among: instances) },
            instances: instances.prefix(1000).map(\.name))
    }
}

extension KeyView {
    /// Shows a key and, unless it is retired, the instances that have not read it.
    init(_ record: KeyRecord, among instances: [RunningInstance]) {
        let without = record.state == .retired ? [] : instances.filter { !$0.keys.contains(record.id) }
        self.init(
            key: record.id, state: Open(record.state), sinceMs: record.since, missingAt: without.prefix(32).map(\.name))
    }
}
