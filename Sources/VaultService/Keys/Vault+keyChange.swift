import Contracts
import Domain
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Answers a change of a wrapping key's state.
    ///
    /// - Throws: the fault `keyRefused` with one line for the administrator.
    func view(of key: KeyID, after change: WrappingKeyChange) async throws -> KeyView {
        let reason: String
        switch change {
        case .done(let record):
            try await refreshKeys()
            let rows = record.state == .retired ? nil : try await store.dataKeys(wrappedBy: [record.id])[record.id]
            let instances = try await store.runningInstances(at: clock.now)
            return KeyView(key, record, among: instances, rows: rows)
        case .unknown: reason = "\(key) was not published: run keys publish first"
        case .otherKey:
            reason = "the number of \(key) was published with another key: restore its file, or use a new number"
        case .sameKey(let other):
            reason = """
                the file of \(key) holds the same key as \(other), and a change to it would protect nothing: remove the file, \
                and publish a number that has no file yet
                """
        case .wrongState(let state): reason = "\(key) is \(state.word(of: key.kind))"
        case .needed(let rows): reason = "\(key) is needed by \(rows) rows: keys list shows how many are left"
        case .missing(let instances):
            reason = """
                \(key) has not been read by \(instances.joined(separator: ", ")): copy its file to the key folder there, or \
                wait \(VaultInstance.lifetime.components.seconds) s if that process has stopped
                """
        case .activeKeyMissing(let active, let instances):
            reason = """
                the file of \(active), which is active, is missing or wrong at \(instances.joined(separator: ", ")): restore it \
                there, or wait \(VaultInstance.lifetime.components.seconds) s if that process has stopped
                """
        }
        throw Fault(.keyRefused, reason: reason)
    }

    /// Refuses a key of another kind than the vault has.
    func checkKind(of key: KeyID) throws {
        guard key.kind == .kek else {
            throw Fault(
                .keyRefused, reason: "\(key) is a key of auth: the wrapping keys of the vault are kek-1 and so on")
        }
    }
}

extension KeyView {
    /// Shows a wrapping key and, unless it is retired, the instances that do not hold it.
    init(_ id: KeyID, _ record: WrappingKeyRecord, among instances: [VaultInstance], rows: Int?) {
        let without = record.state == .retired ? [] : instances.filter { !$0.keys.contains(record.id) }
        self.init(
            key: id, state: Open(record.state), sinceMs: record.since, missingAt: without.prefix(32).map(\.name),
            rows: rows)
    }
}
