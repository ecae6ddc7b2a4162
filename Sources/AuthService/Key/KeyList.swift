import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    func keyList(_ call: Call<KeyList, Void>) async throws -> KeyList.Answer {
        let records = try await store.rotatingKeys()
        let instances = try await store.runningInstances(at: now)
        let shown = records.suffix(500)
        let rows = try await store.rowsNeeding(shown.filter { $0.state != .retired }.map(\.id), at: now)
        return KeyList.Answer(
            keys: shown.map { KeyView($0, among: instances, rows: rows[$0.id]) },
            instances: instances.prefix(1000).map(\.name))
    }
}

extension KeyView {
    /// Shows a key and, unless it is retired, the instances that have not read it.
    init(_ record: KeyRecord, among instances: [RunningInstance], rows: Int? = nil) {
        let without = record.state == .retired ? [] : instances.filter { !$0.keys.contains(record.id) }
        self.init(
            key: record.id, state: Open(record.state), sinceMs: record.since, missingAt: without.prefix(32).map(\.name),
            rows: rows)
    }
}
