import AuthStore
import Cryptography
import DPoP
import Domain
import Primitives
import Synchronization
import Tokens

/// Keeps the keys that this process uses in step with their states in the database, and reports to the other instances
/// which keys this process has read.
///
/// An administrator changes the states with the methods `key.…`, and every instance reads them once a second. The store
/// makes a key active only when all instances have reported that they have read it, so that each accepts what it signs.
final class KeyRotation: Sendable {
    private struct State {
        var keys: [KeyID: RotatingKey] = [:]
        var records: [KeyRecord] = []
        var problem: String?
    }

    private let files: RotatingKeyFiles
    private let store: AuthStore
    private let instance: (id: InstanceID, name: String)
    private let tokens: AccessTokens
    private let nonces: ServerNonce
    private let dataKeys: DataKeys
    private let state = Mutex(State())

    init(
        files: RotatingKeyFiles, store: AuthStore, instance: (id: InstanceID, name: String), tokens: AccessTokens,
        nonces: ServerNonce, dataKeys: DataKeys
    ) {
        self.files = files
        self.store = store
        self.instance = instance
        self.tokens = tokens
        self.nonces = nonces
        self.dataKeys = dataKeys
    }

    /// What keeps this process from using the keys as the database says, as one line; nil if nothing does.
    var problem: String? { state.withLock { $0.problem } }

    /// Reads the keys at the start of the process.
    ///
    /// In a database without keys of a kind, the one with the highest number becomes active, and the others verify. Of the
    /// kinds whose values rows hold, the lowest number becomes active alone: the rows of an earlier version were made with
    /// the first key.
    ///
    /// - Parameter isInstance: false for a command that works on the database itself. It reports no keys, so that no change
    ///   of a key waits for it.
    /// - Throws: a line for the administrator if the file of a key in use is missing or holds another key.
    func prepare(at now: Instant, isInstance: Bool = true) async throws {
        var first: [KeyRecord] = []
        for ids in Dictionary(grouping: try files.all(), by: \.kind).values {
            let newest = ids.map(\.number).max(), oldest = ids.map(\.number).min()
            for id in ids where !id.kind.makesRows || id.number == oldest {
                let fingerprint = try key(id).fingerprint
                first.append(
                    KeyRecord(
                        id, id.number == newest || id.kind.makesRows ? .active : .verifyOnly, fingerprint: fingerprint,
                        since: now))
            }
        }
        let records = try await store.insertFirst(first.sorted { $0.id.description < $1.id.description })
        if let problem = use(records) { throw KeyProblem(description: problem) }
        if isInstance { try await report(at: now) }
    }

    /// Takes over the states in the database, and reports this process.
    func refresh(at now: Instant) async throws {
        let records = try await store.rotatingKeys()
        let problem = use(records)
        state.withLock { $0.problem = problem }
        try await report(at: now)
    }

    /// Reports that this process stops, so that no change of a key waits for it.
    func stop() async throws { try await store.forget(instance.id) }

    private func report(at now: Instant) async throws {
        let keys = state.withLock { Set($0.keys.keys) }
        try await store.report(RunningInstance(instance.id, name: instance.name, keys: keys), at: now)
    }

    /// Reads the keys that are new and uses each as its state says.
    ///
    /// - Returns: what is wrong with the file of a key in use; the former keys then stay in use. A published key that
    ///   cannot be read is not in use yet; it is not reported, and therefore cannot become active.
    private func use(_ records: [KeyRecord]) -> String? {
        let isUnchanged = state.withLock { state in
            state.records == records && records.allSatisfy { $0.state == .retired || state.keys[$0.id] != nil }
        }
        if isUnchanged { return nil }
        var problem: String?
        for record in records where record.state != .retired {
            do {
                let key = try key(record.id)
                guard key.fingerprint == record.fingerprint else { throw KeyProblem.otherKey(record.id) }
                state.withLock { $0.keys[record.id] = key }
            } catch  where record.state != .published {
                problem = problem ?? "\(error)"
            } catch {
                state.withLock { $0.keys[record.id] = nil }
            }
        }
        guard problem == nil else { return problem }
        let keys = state.withLock { state in
            state.records = records
            return state.keys
        }
        let inUse = records.filter { $0.state != .retired }
        tokens.replaceKeys(
            KeyTable(
                inUse.compactMap { record in
                    guard case .signing(let key)? = keys[record.id] else { return nil }
                    return KeyTable.Entry(.p256(key), state: record.state)
                }))
        let secrets = inUse.sorted { ($0.state == .active ? 0 : 1) < ($1.state == .active ? 0 : 1) }
            .compactMap { record -> Key256? in
                guard record.id.kind == .nonce, case .secret(let key)? = keys[record.id] else { return nil }
                return key
            }
        nonces.replaceKeys(secrets)
        for kind in KeyKind.ofAuth where kind.makesRows { replaceDataKeys(kind, inUse, keys) }
        return nil
    }

    private func replaceDataKeys(_ kind: KeyKind, _ inUse: [KeyRecord], _ keys: [KeyID: RotatingKey]) {
        let all = inUse.reduce(into: [Int: Key256]()) { all, record in
            guard record.id.kind == kind, case .secret(let key)? = keys[record.id] else { return }
            all[record.id.number] = key
        }
        let active = inUse.first { $0.id.kind == kind && $0.state == .active }
        let other =
            inUse.first { $0.id.kind == kind && $0.state == .published && all[$0.id.number] != nil }
            ?? inUse.filter { $0.id.kind == kind && $0.state == .verifyOnly }.max { $0.since < $1.since }
        if let active, let numbered = NumberedKeys(all, active: active.id.number, other: other?.id.number) {
            dataKeys.replace(kind, with: numbered)
        }
    }

    /// A key that was read before, or that is read from its file now.
    private func key(_ id: KeyID) throws -> RotatingKey {
        if let key = state.withLock({ $0.keys[id] }) { return key }
        return try files.read(id)
    }

    /// The index keys that have a file, by number, also those that the database does not name.
    func indexKeysOnFile() throws -> [Int: Key256] {
        var keys: [Int: Key256] = [:]
        for id in try files.all() where id.kind == .index {
            if case .secret(let key) = try key(id) { keys[id.number] = key }
        }
        return keys
    }

    /// Reads a key from its file, also if it was read before, and throws a line for the administrator if there is none.
    func fingerprint(of id: KeyID) throws -> [UInt8] { try files.read(id).fingerprint }

    /// Reads the file of a key, also if it was read before, and compares it with the published key.
    ///
    /// - Returns: what is wrong with the file, as one line for the administrator; nil if it is right.
    func fileProblem(of record: KeyRecord) -> String? {
        do {
            let isRight = try fingerprint(of: record.id) == record.fingerprint
            return isRight ? nil : KeyProblem.otherKey(record.id).description
        } catch {
            return "\(error)"
        }
    }
}

/// What is wrong with a key file, as one line for the administrator.
struct KeyProblem: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    static func otherKey(_ id: KeyID) -> Self {
        KeyProblem(description: "the file of the key \(id) holds another key: restore it")
    }
}
