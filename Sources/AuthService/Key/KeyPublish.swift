import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Publishes a key whose file this instance can read.
    func keyPublish(_ call: Call<KeyPublish, Void>) async throws -> KeyPublish.Answer {
        let key = call.params.key
        guard let fingerprint = try fingerprintOnFile(key) else { throw Fault(.unavailable) }
        let changed = try await store.publish(key, fingerprint: fingerprint, at: now)
        return KeyPublish.Answer(key: try await view(of: key, after: changed))
    }

    /// Reads the new state into this process, and answers a change of a key's state.
    ///
    /// - Throws: the fault `keyRefused` with one line for the administrator.
    func view(of key: KeyID, after change: KeyChange) async throws -> KeyView {
        let reason: String
        switch change {
        case .done(let record):
            try await keyRotation?.refresh(at: now)
            return KeyView(record, among: try await store.runningInstances(at: now))
        case .unknown: reason = "\(key) was not published: run keys publish first"
        case .otherKey:
            reason = "the number of \(key) was published with another key: restore its file, or use a new number"
        case .sameKey(let other):
            reason = """
                the file of \(key) holds the same key as \(other), and a change to it would protect nothing: remove the file, \
                and publish a number that has no file yet
                """
        case .wrongState(.published) where key.kind == .index:
            reason = "another index key is published: activate or retire it first"
        case .wrongState(let state): reason = "\(key) is \(state.word(of: key.kind))"
        case .needed(let rows): reason = "\(key) is needed by \(rows) rows: keys list shows how many are left"
        case .tooEarly(let until): reason = "\(key) can be changed in \(((until - now).ms + 999) / 1000) s"
        case .missing(let instances):
            reason = """
                \(key) has not been read by \(instances.joined(separator: ", ")): copy its file to the key folder there, or \
                wait \(RunningInstance.lifetime.components.seconds) s if that process has stopped
                """
        }
        throw Fault(.keyRefused, reason: reason)
    }
}
