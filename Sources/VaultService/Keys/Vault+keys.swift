import Contracts
import Domain
import JSONRPC
import Logging
import Primitives
import VaultStore

extension Vault {
    /// The time between two looks at the states and files of the wrapping keys, and at the work of the data keys.
    static let keyInterval = Duration.seconds(1)

    /// Reads the wrapping keys at the start of the process, and reports them to the other instances.
    ///
    /// - Throws: one line for the administrator if this process does not hold a key that is in use.
    public func useKeys() async throws {
        try await wrappingKeys?.refresh(at: clock.now)
        if let problem = keyProblem { throw KeyFileProblem(description: problem) }
    }

    /// What keeps this process from answering calls that need a wrapping key; nil if nothing does.
    public var keyProblem: String? { wrappingKeys?.problem }

    /// The number of wrapping keys in use whose files this process cannot read any more. The next start would fail.
    public var damagedKeyFiles: Int { wrappingKeys?.damagedFiles.count ?? 0 }

    /// Looks at the wrapping keys every second until the task is cancelled, and then reports that this process stops.
    func runKeyWatch() async {
        var failing = false, damaged: [String] = []
        while !Task.isCancelled {
            do {
                try await refreshKeys()
                failing = false
            } catch {
                if !failing { log.error("the wrapping keys cannot be looked at", metadata: ["error": "\(error)"]) }
                failing = true
            }
            let lines = wrappingKeys?.damagedFiles ?? []
            for line in lines where !damaged.contains(line) {
                log.critical("a key file that rows need is gone or wrong", metadata: ["file": "\(line)"])
            }
            damaged = lines
            try? await Task.pause(for: Self.keyInterval)
        }
        await Task.inContext { try? await wrappingKeys?.stop() }.value
    }

    /// Looks at the wrapping keys once.
    public func refreshKeys() async throws { try await wrappingKeys?.refresh(at: clock.now) }

    /// Wraps and renews data keys every second until the task is cancelled.
    func runDataKeyWork() async {
        var failing = false
        while !Task.isCancelled {
            do {
                try await workOnDataKeys()
                failing = false
            } catch is CancellationError {
                return
            } catch {
                if !failing {
                    log.error("data keys cannot be wrapped or renewed yet", metadata: ["error": "\(error)"])
                }
                failing = true
            }
            try? await Task.pause(for: Self.keyInterval)
        }
    }

    /// Wraps the data keys of former wrapping keys, and carries out the ordered renewals of data keys. One pass.
    public func workOnDataKeys() async throws {
        try await dataKeyWork.rewrap()
        try await dataKeyWork.renew(at: clock.now)
    }

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

/// The key file that keeps the service from starting, as one line for the administrator.
struct KeyFileProblem: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String
}
